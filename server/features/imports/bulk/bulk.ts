import { type BulkPreview, bulkLimit, bulkRowsShown } from '../../../../contract/import/bulk.ts'
import type { BulkRefusals } from '../../../../contract/import/imports.ts'
import type { ImportTarget } from '../../../../contract/import/importTargets.ts'
import { Failure } from '../../../api/call.ts'
import type { BulkPlan } from '../../../db/schema.ts'
import { isoInZone } from '../../../time-zone.ts'
import { effectOfRange } from '../../meters/index.ts'
import { presentImport } from '../present.ts'
import { changeImport, findSummary, type ImportRecord, insertImport, insertRows } from '../repository.ts'
import { removeOldDrafts } from '../service.ts'
import type { Work } from '../target.ts'
import { bulkDevices } from './bulk-devices.ts'
import { bulkMeters } from './bulk-meters.ts'
import { bulkMoves } from './bulk-moves.ts'
import { bulkReadings } from './bulk-readings.ts'
import { type BulkReading, type BulkRow, type BulkTarget, refusedBecause } from './bulk-target.ts'
import { bulkUsers } from './bulk-users.ts'

/** Records that a refusal names. */
const named = 5
const noPlan = { sheet: null, header: [], columns: [], kept: [], repairs: {}, edits: [] }

/** Records whose change is rehearsed for a preview, at most: it takes a moment each. */
const rehearsed = 1000

type BulkChange = BulkPlan['change']

export function bulkTargetOf(noun: ImportTarget, change: BulkChange): BulkTarget {
  if (noun === 'meters') return bulkMeters
  if (noun === 'readings') return 'action' in change && change.action === 'move' ? bulkMoves : bulkReadings
  if (noun === 'devices') return bulkDevices
  if (noun === 'users') return bulkUsers
  throw new Error(`${noun} cannot be changed in bulk`)
}

/** Keeps a bulk change as a batch that can be applied, and says what it would do. */
export async function draftBulk(
  work: BulkReading,
  noun: ImportTarget,
  sent: { ids: readonly number[]; change: BulkChange },
): Promise<BulkPreview> {
  const { tx, session, now } = work
  const { organizationId, userId } = session
  const ids = [...new Set(sent.ids)]
  if (ids.length > bulkLimit) {
    const message = `一度に変更できるのは${bulkLimit.toLocaleString('ja-JP')}件までです。条件を絞り込んでください`
    throw new Failure('validation_failed', { issues: [{ path: 'ids', message }] })
  }
  const bulk: BulkPlan = { change: sent.change, ids, refusals: [] }
  const rows = await previewOf(work, noun, bulk)
  await removeOldDrafts(tx, organizationId, now)
  const batchId = await insertImport(tx, { organizationId, userId, noun, plan: noPlan, bulk, createdAt: now })
  const changed = rows.filter(({ state }) => state === 'changed')
  const range = rangeOf(sent.change)
  const refused = rows.filter(({ state }) => state === 'refused')
  return {
    batch: presentImport(await findSummary(tx, organizationId, batchId), session),
    counts: {
      changed: changed.length,
      unchanged: rows.length - changed.length - refused.length,
      refused: refused.length,
    },
    refusals: refusalsOf(refused),
    rows: changed.slice(0, bulkRowsShown).map(({ id, name, at, changes }) => ({
      id,
      name,
      at: at && isoInZone(session.timeZone, at),
      changes,
    })),
    range_effect:
      range &&
      (await effectOfRange(
        tx,
        organizationId,
        changed.map(({ id }) => id),
        range,
        now,
      )),
  }
}

async function previewOf(work: BulkReading, noun: ImportTarget, bulk: BulkPlan): Promise<BulkRow[]> {
  const target = bulkTargetOf(noun, bulk.change)
  const rows = await target.preview(work, bulk)
  const changed = rows.filter(({ state }) => state === 'changed')
  if (target.rehearse === undefined || changed.length === 0 || changed.length > rehearsed) return rows
  const messages = await target.rehearse(work, bulk, changed)
  return rows.map((row) => {
    const message = row.state === 'changed' ? messages.get(row.id) : undefined
    return message === undefined ? row : refusedBecause(row, message)
  })
}

/** The abnormal range that is set; null: it stays. */
function rangeOf(change: BulkChange) {
  if (!('emergency_start_value' in change)) return null
  const { emergency_start_value: start, emergency_end_value: end } = change
  if (start === undefined || end === undefined) return null
  return { emergency_start_value: start ?? undefined, emergency_end_value: end ?? undefined }
}

const refusalsOf = (refused: readonly BulkRow[]): BulkRefusals =>
  [...Map.groupBy(refused, ({ message }) => message ?? '')].map(([message, rows]) => ({
    message,
    count: rows.length,
    names: rows.slice(0, named).flatMap(({ name }) => (name === '' ? [] : name)),
  }))

/** Applies a bulk change to what it still changes; what a rule refuses stays as it is. `begin`: is told how many. */
export async function applyBulk(
  work: Work,
  record: ImportRecord,
  bulk: BulkPlan,
  begin: (total: number) => Promise<void>,
): Promise<void> {
  const { parts, session, tx } = work
  const at = parts.clock()
  const target = bulkTargetOf(record.noun, bulk.change)
  const rows = await target.preview({ tx, session, now: at }, bulk)
  const changed = rows.filter(({ state }) => state === 'changed')
  await begin(changed.length)
  const { applied, refused } = await target.apply(work, bulk, changed)
  const left = [...rows.filter(({ state }) => state === 'refused'), ...refused]
  await insertRows(tx, session.organizationId, record.id, applied)
  await changeImport(tx, session.organizationId, record.id, {
    state: 'applied',
    bulk: { change: bulk.change, ids: [], refusals: refusalsOf(left) },
    done: changed.length,
    total: changed.length,
    changed: applied.length,
    unchanged: rows.length - applied.length - left.length,
    leftOut: left.length,
    appliedAt: at,
  })
}
