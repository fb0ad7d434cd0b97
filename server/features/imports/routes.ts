import { allows } from '../../../contract/access.ts'
import { bulkLimit } from '../../../contract/import/bulk.ts'
import { Failure, route, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { selectIds } from '../readings/index.ts'
import { draftBulk } from './bulk/bulk.ts'
import { assertReferences } from './bulk/bulk-meters.ts'
import { errorFile } from './error-file.ts'
import { presentImport, presentPreview } from './present.ts'
import { findLayouts, findSummary, listImports } from './repository.ts'
import {
  applyImport,
  maySee,
  type Previewed,
  planImport,
  previewDraft,
  removeDraft,
  undoImport,
  uploadImport,
} from './service.ts'
import { signatureOf } from './understand.ts'

const heavy = { isHeavy: () => true }

export const importRoutes = [
  route('imports', async ({ tx, session }) => {
    const whose = allows('admin', session.role) ? null : session.userId
    const rows = await listImports(tx, session.organizationId, whose)
    return { data: rows.map((row) => presentImport(row, session)) }
  }),
  route(
    'uploadImport',
    async ({ tx, session, deps, query, body }) => {
      const sent = { noun: query.noun, fileName: query.file_name ?? null, file: body }
      const id = await uploadImport(deps, session, tx, sent)
      return { status: 201, data: await presentOne(tx, session, id) }
    },
    heavy,
  ),
  route(
    'bulkMeters',
    async ({ tx, session, deps, body }) => {
      await assertReferences(tx, session.organizationId, body.change)
      return { status: 201, data: await draftBulk({ tx, session, now: deps.clock() }, 'meters', body) }
    },
    heavy,
  ),
  route(
    'bulkReadings',
    async ({ tx, session, deps, query, body: { ids, change } }) => {
      // One more than may be changed, so that more are refused.
      const chosen = ids ?? (await selectIds(tx, session, query, bulkLimit + 1))
      const sent = { ids: chosen, change }
      return { status: 201, data: await draftBulk({ tx, session, now: deps.clock() }, 'readings', sent) }
    },
    heavy,
  ),
  route(
    'bulkDevices',
    async ({ tx, session, deps, body }) => ({
      status: 201,
      data: await draftBulk({ tx, session, now: deps.clock() }, 'devices', body),
    }),
    heavy,
  ),
  route(
    'bulkUsers',
    async ({ tx, session, deps, body }) => ({
      status: 201,
      data: await draftBulk({ tx, session, now: deps.clock() }, 'users', body),
    }),
    heavy,
  ),
  route('import', async ({ tx, session, params }) => ({ data: await presentOne(tx, session, params.id) })),
  route('planImport', async ({ tx, session, deps, params, body }) => {
    await planImport(deps, session, tx, params.id, body)
    return { data: await presentOne(tx, session, params.id) }
  }),
  route(
    'importPreview',
    async ({ tx, session, deps, params, query }) => {
      const previewed = await previewDraft(deps, session, tx, params.id)
      return { data: presentPreview(previewed, query, await isKnown(tx, session, previewed)) }
    },
    heavy,
  ),
  route(
    'importErrors',
    async ({ tx, session, deps, params, reply }) => {
      const previewed = await previewDraft(deps, session, tx, params.id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          `attachment; filename="import_errors.csv"; filename*=UTF-8''${encodeURIComponent('取り込めない行.csv')}`,
        )
        .send(errorFile(previewed))
    },
    heavy,
  ),
  route('applyImport', async ({ tx, session, deps, params, body }) => {
    await applyImport(deps, session, tx, params.id, body.leaves_out_errors)
    return { data: await presentOne(tx, session, params.id) }
  }),
  route('undoImport', async ({ tx, session, deps, params }) => {
    await undoImport(deps, session, tx, params.id)
    return { data: await presentOne(tx, session, params.id) }
  }),
  route('deleteImport', async ({ tx, session, params }) => {
    await removeDraft(session, tx, params.id)
    return { data: { id: params.id } }
  }),
]

async function presentOne(tx: Tx, session: Session, id: number) {
  const summary = await findSummary(tx, session.organizationId, id)
  if (!maySee(session, summary.import)) throw new Failure('not_found')
  return presentImport(summary, session)
}

async function isKnown(tx: Tx, session: Session, { record, table, layout }: Previewed): Promise<boolean> {
  const header = table.rows.filter(({ number }) => layout.header.includes(number))
  if (header.length === 0) return false
  const known = await findLayouts(tx, session.organizationId, record.noun, [signatureOf(header)])
  return known.size > 0
}
