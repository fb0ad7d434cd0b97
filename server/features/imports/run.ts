import { sql } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import type { Database, Tx } from '../../db/client.ts'
import type { ImportJob } from '../../queue/job-types.ts'
import { applyBulk, bulkTargetOf } from './bulk/bulk.ts'
import {
  changeImport,
  findImport,
  findRows,
  type ImportRecord,
  insertRows,
  keepLayout,
  keepOutcomes,
  returnUnfinished,
  sessionOf,
} from './repository.ts'
import { assertMay, previewImport } from './service.ts'
import { type ImportParts, messageOf, RefusedRow, type Work } from './target.ts'
import { targets } from './targets.ts'
import { signatureOf } from './understand.ts'

type Parts = ImportParts

/** Milliseconds between two updates of the progress. */
const progressInterval = 500

/** Its limits of connections are apart from those of the organization’s calls. */
const shareOf = (organizationId: number): string => `importing for ${organizationId}`

/** Why an import was refused, in Japanese. */
class RefusedImport extends Error {}

/**
 * Applies or undoes an import in one transaction. A killed job leaves nothing behind and is run again; a refused one goes
 * back to the state before, with the reason.
 */
export async function runImport(parts: Parts, job: ImportJob): Promise<void> {
  try {
    await transact(parts, job, async (tx) => {
      const { organizationId, importId, userId } = job
      // A server that was taken for dead may still be at it.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import', ${importId}))`)
      const record = await findImport(tx, organizationId, importId)
      if (record?.state !== 'applying' && record?.state !== 'undoing') return
      const session = await sessionOf(tx, organizationId, userId)
      if (session === undefined) throw new RefusedImport('操作した人がこの組織に所属していません')
      const work = { parts, session, tx, note: progressOf(parts, job) }
      assertMay(session, record.noun, record.state === 'applying' ? 'import' : 'undo')
      if (record.state === 'applying' && record.bulk)
        await applyBulk(work, record, record.bulk, (total) => begin(parts, session, importId, total))
      else if (record.state === 'applying') await apply(parts, work, record, job.leavesOutErrors)
      else await undo(parts, work, record)
    })
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    await returnToBefore(parts, job, reason)
  }
}

async function transact({ database }: Parts, job: ImportJob, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { organizationId, importId, userId } = job
  const share = shareOf(organizationId)
  const record = await database.inOrganization(
    organizationId,
    userId,
    (tx) => findImport(tx, organizationId, importId),
    'read only',
    share,
  )
  if (record === undefined) return
  if (targets[record.noun].asOwner) await database.asSystem(work)
  else await database.inOrganization(organizationId, userId, work, 'read write', share)
}

/** Says why a rule refused an import; null: it failed for another reason, and may succeed when it is run again. */
function reasonOf(error: unknown): string | null {
  if (error instanceof RefusedImport) return error.message
  if (error instanceof RefusedRow) return `${error.row} 行目: ${error.message}`
  return error instanceof Failure ? messageOf(error) : null
}

/** Progress is written apart from the transaction that works, which nobody sees before its end. */
function progressOf({ database }: Parts, { organizationId, importId, userId }: ImportJob): Work['note'] {
  let last = performance.now()
  return async (done) => {
    if (performance.now() - last < progressInterval) return
    last = performance.now()
    await database.inOrganization(
      organizationId,
      userId,
      (tx) => changeImport(tx, organizationId, importId, { done }),
      'read write',
      shareOf(organizationId),
    )
  }
}

async function apply(
  parts: Parts,
  work: Work,
  record: ImportRecord,
  leavesOutErrors: boolean,
): Promise<void> {
  const { session, tx } = work
  const { organizationId } = session
  const at = parts.clock()
  const { preview, table, layout } = await previewImport(work, record)
  const { counts } = preview
  if (counts.error > 0 && !leavesOutErrors)
    throw new RefusedImport(`エラーの行が ${counts.error} 行あるため、取り込んでいません`)
  const rows = preview.rows.filter(({ state }) => state === 'new' || state === 'changed')
  await begin(parts, session, record.id, rows.length)
  const applied = await targets[record.noun].apply(work, rows)
  await insertRows(tx, organizationId, record.id, applied)
  const header = table.rows.filter(({ number }) => layout.header.includes(number))
  if (header.length > 0)
    await keepLayout(tx, {
      organizationId,
      noun: record.noun,
      signature: signatureOf(header),
      columns: layout.columns,
      updatedAt: at,
    })
  await changeImport(tx, organizationId, record.id, {
    state: 'applied',
    file: null,
    done: rows.length,
    total: rows.length,
    added: counts.new,
    changed: counts.changed,
    unchanged: counts.unchanged,
    leftOut: counts.error,
    appliedAt: at,
  })
}

async function undo(parts: Parts, work: Work, record: ImportRecord): Promise<void> {
  const { session, tx } = work
  const { organizationId, userId } = session
  const rows = await findRows(tx, organizationId, record.id)
  await begin(parts, session, record.id, rows.length)
  const target = record.bulk ? bulkTargetOf(record.noun, record.bulk.change) : targets[record.noun]
  const outcomes = await target.undo(work, record.id, rows)
  await keepOutcomes(tx, organizationId, record.id, outcomes)
  await changeImport(tx, organizationId, record.id, {
    state: 'undone',
    done: rows.length,
    undoneAt: parts.clock(),
    undoneByUserId: userId,
  })
}

const begin = (
  { database }: Pick<Parts, 'database'>,
  { organizationId, userId }: Session,
  id: number,
  total: number,
) =>
  database.inOrganization(
    organizationId,
    userId,
    (tx) => changeImport(tx, organizationId, id, { done: 0, total }),
    'read write',
    shareOf(organizationId),
  )

/** A refused import can be changed and applied again, or undone again. */
export async function returnToBefore(
  { database }: Pick<Parts, 'database'>,
  { organizationId, importId, userId }: ImportJob,
  failure: string,
): Promise<void> {
  await database.inOrganization(organizationId, userId, async (tx: Tx) => {
    const record = await findImport(tx, organizationId, importId, 'locked')
    if (record?.state !== 'applying' && record?.state !== 'undoing') return
    const state = record.state === 'applying' ? 'draft' : 'applied'
    await changeImport(tx, organizationId, importId, { state, failure })
  })
}

/** A backup holds no jobs: imports that were under way in it would never end. */
export const endRestoredImports = (database: Pick<Database, 'asSystem'>): Promise<void> =>
  database.asSystem((tx) =>
    returnUnfinished(tx, 'バックアップから戻したため、途中で終わりました。もう一度お試しください。'),
  )
