import type { ExportFormat } from '../../../contract/exports/export-formats.ts'
import { route } from '../../api/call.ts'
import {
  createExportFormat,
  deleteExportFormat,
  type ExportFormatRow,
  listExportFormats,
  updateExportFormat,
} from './service.ts'

export const exportFormatRoutes = [
  route('exportFormats', async ({ tx, session }) => ({
    data: (await listExportFormats(tx, session.organizationId)).map(presentExportFormat),
  })),
  route('createExportFormat', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentExportFormat(await createExportFormat(session, tx, body, deps.clock())),
  })),
  route('updateExportFormat', async ({ tx, session, deps, params, body }) => ({
    data: presentExportFormat(await updateExportFormat(session, tx, params.id, body, deps.clock())),
  })),
  route('deleteExportFormat', async ({ tx, session, deps, params }) => {
    await deleteExportFormat(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
]

const presentExportFormat = ({
  id,
  name,
  target,
  encoding,
  columns,
  replacements,
}: ExportFormatRow): ExportFormat => ({ id, name, target, encoding, columns, replacements })
