import { asc, eq } from 'drizzle-orm'
import type { ExportFormatFields } from '../../../contract/exports/export-formats.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { exportFormats } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { recordedRows } from '../audit/index.ts'

export type ExportFormatRow = typeof exportFormats.$inferSelect

const message = '同じ名前の出力形式があります。使用量と締めでも別の名前にしてください'
const rows = recordedRows(exportFormats, 'export-format')

export const listExportFormats = (tx: Tx, organizationId: number): Promise<ExportFormatRow[]> =>
  tx
    .select()
    .from(exportFormats)
    .where(eq(exportFormats.organizationId, organizationId))
    .orderBy(asc(exportFormats.name), asc(exportFormats.id))

export async function createExportFormat(
  session: Session,
  tx: Tx,
  sent: ExportFormatFields,
  at: Date,
): Promise<ExportFormatRow> {
  const { name } = sent
  await assertNameIsUnique(tx, exportFormats, session.organizationId, { name, except: null, message })
  return rows.create(session, tx, fieldsOf(sent), at)
}

export async function updateExportFormat(
  session: Session,
  tx: Tx,
  id: number,
  sent: ExportFormatFields,
  at: Date,
): Promise<ExportFormatRow> {
  const { name } = sent
  await assertNameIsUnique(tx, exportFormats, session.organizationId, { name, except: id, message })
  return rows.update(session, tx, await rows.lock(session, tx, id), fieldsOf(sent), at)
}

export async function deleteExportFormat(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const row = await rows.lock(session, tx, id)
  await rows.remove(session, tx, row, fieldsOf(row), at)
}

const fieldsOf = ({ name, target, encoding, columns, replacements }: ExportFormatFields) => ({
  name,
  target,
  encoding,
  columns,
  replacements,
})
