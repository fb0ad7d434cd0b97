import { and, eq, sql } from 'drizzle-orm'
import type { ReadingBulkChange } from '../../../../contract/import/bulk.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import { Failure } from '../../../api/call.ts'
import { lockMeter, type MeterOfCategory } from '../../../db/meter-lock.ts'
import { type BulkPlan, readings } from '../../../db/schema.ts'
import { reconcileAdded, resumeAlertOf } from '../../alerts/index.ts'
import { keepMonthsOf, rehearse } from '../../closings/index.ts'
import {
  findReadings,
  isOneOf,
  lockReading,
  moveToMeter,
  type Place,
  type ReadingRow,
  refuseExcessDigits,
  timesTaken,
} from '../../readings/index.ts'
import { type AppliedRow, type ImportRow, messageOf, type Work } from '../target.ts'
import {
  attempt,
  type BulkReading,
  type BulkRow,
  type BulkTarget,
  missing,
  refusedBecause,
  rowOfReading,
} from './bulk-target.ts'
import { closedMonthsText, monthsOf } from './closed-months-text.ts'
import { lockAround, metersOfReadings } from './lock-around.ts'

/** What is kept of a reading that was moved. */
interface Kept {
  meter_id: number
  /** When it was moved; before that: null. */
  moved_at: string | null
}

const keptOf = (of: Record<string, unknown> | null) => of as unknown as Kept

const targetOf = ({ change }: BulkPlan) => (change as Extract<ReadingBulkChange, { action: 'move' }>).meter_id

async function findTarget({ tx, session }: BulkReading, plan: BulkPlan): Promise<MeterOfCategory> {
  const meter = await lockMeter(tx, session.organizationId, targetOf(plan))
  if (meter !== undefined) return meter
  throw new Failure('reference_unknown', {
    issues: [{ path: 'change.meter_id', message: 'メーターが見つかりません' }],
  })
}

/** Why a reading cannot be one of the other meter; null: it can. */
function refusalOf(row: ReadingRow, meter: MeterOfCategory, isTaken: boolean): string | null {
  if (row.meter_unit_id !== meter.meterUnitId || row.meter_category_id !== meter.meterCategoryId)
    return '単位かメーター種別が、移動先のメーターと異なります'
  if (row.read_state === readState.unprocessed)
    return '写真を読み取っています。読取が終わってから移動してください'
  if (row.read_state === readState.waiting)
    return '写真が読取を待っています。値を入力するか、AIアシストを設定してから移動してください'
  if (isTaken) return '移動先のメーターに、同じ日時の測定値があります'
  try {
    refuseExcessDigits(meter, row.value)
    return null
  } catch (error) {
    if (error instanceof Failure) return messageOf(error)
    throw error
  }
}

/** Readings of some meters have moved. Their alerts are derived once, at the end. */
class MovedPlaces {
  readonly #byMeter = new Map<number, { meter: MeterOfCategory; places: Place[] }>()

  add(meters: readonly MeterOfCategory[], places: readonly Place[]): void {
    for (const meter of meters) {
      const known = this.#byMeter.get(meter.id)?.places ?? []
      this.#byMeter.set(meter.id, { meter, places: [...known, ...places] })
    }
  }

  async deriveAlerts({ parts, tx }: Pick<Work, 'parts' | 'tx'>, cause: 'correction' | null): Promise<void> {
    for (const { meter, places } of this.#byMeter.values())
      await reconcileAdded(parts, tx, meter, places, cause)
  }
}

const inTarget = (months: readonly string[]) => `移動先の${closedMonthsText(months)}`

/** Does something that changes readings of two meters, unless a closed month of one of them would change. */
const keepMonthsOfBoth = <T>(
  { tx, session }: Pick<Work, 'tx' | 'session'>,
  { from, to }: { from: number; to: number },
  act: () => Promise<T>,
): Promise<T> =>
  keepMonthsOf({ tx, session }, from, () =>
    keepMonthsOf({ tx, session }, to, act).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'closed_months_change') throw error
      const message = inTarget(monthsOf(error))
      throw new Failure('validation_failed', { issues: [{ path: 'meter_id', message }] })
    }),
  )

/** Readings of the wrong meter are moved to another one. */
export const bulkMoves: BulkTarget = {
  async preview(work, plan) {
    const { tx, session } = work
    const meter = await findTarget(work, plan)
    const found = await findReadings(tx, session.organizationId, plan.ids)
    const byId = new Map(found.map((row) => [row.id, row]))
    const taken = await timesTaken(tx, meter, found)
    return plan.ids
      .toSorted((a, b) => a - b)
      .map((id) => {
        const row = byId.get(id)
        if (row === undefined) return missing(id)
        const unchanged = rowOfReading(row)
        if (row.meter_id === meter.id) return unchanged
        const refusal = refusalOf(row, meter, taken.has(row.created_at))
        if (refusal !== null) return refusedBecause(unchanged, refusal)
        taken.add(row.created_at)
        return {
          ...unchanged,
          state: 'changed',
          changes: [{ field: 'meter', before: row.meter_name, after: meter.name }],
        }
      })
  },
  async rehearse({ tx, session }, plan, rows) {
    const target = targetOf(plan)
    const ids = rows.map(({ id }) => id)
    const meterOf = await metersOfReadings(tx, session, ids)
    const monthsAfter = (moved: readonly number[]) =>
      rehearse({ tx, session }, [...new Set([...moved.map((id) => meterOf.get(id) ?? 0), target])], () =>
        tx.execute(
          sql`select move_reading(${readings.id}, ${target}::bigint) from ${readings}
            where ${and(eq(readings.organizationId, session.organizationId), isOneOf(readings.id, moved))}`,
        ),
      )
    const refusals = new Map<number, string>()
    const all = await monthsAfter(ids)
    for (const [meterId, own] of Map.groupBy(ids, (id) => meterOf.get(id))) {
      // Which readings change the months of the target is known of those of one meter, which are moved together.
      const inTargetMonths = all.has(target) ? (await monthsAfter(own)).get(target) : undefined
      const months = all.get(meterId ?? 0)
      const message = months ? closedMonthsText(months) : inTargetMonths && inTarget(inTargetMonths)
      if (message !== undefined) for (const id of own) refusals.set(id, message)
    }
    return refusals
  },
  async apply(work, plan, rows) {
    const { session, tx, parts } = work
    const at = parts.clock()
    const ids = rows.map(({ id }) => id)
    const { locked, meterOf } = await lockAround(tx, session, ids, [targetOf(plan)])
    const to = locked.find(({ id }) => id === targetOf(plan))
    if (to === undefined) throw new Failure('not_found')
    const numbers = new Map(ids.map((id, index) => [id, index + 1]))
    const ofMeter = Map.groupBy(rows, ({ id }) => meterOf.get(id))
    const moved = new MovedPlaces()
    const applied: AppliedRow[] = []
    const refused: BulkRow[] = []
    for (const from of locked) {
      const own = ofMeter.get(from.id) ?? []
      const message = await attempt(tx, async () => {
        const places = await keepMonthsOfBoth(work, { from: from.id, to: to.id }, () =>
          moveToMeter(
            session,
            tx,
            { from, to },
            own.map(({ id }) => id),
            at,
          ),
        )
        moved.add([from, to], places)
        for (const { id } of places)
          applied.push({
            row: numbers.get(id) ?? 0,
            subjectId: id,
            before: { meter_id: from.id, moved_at: null } satisfies Kept,
            after: { meter_id: to.id, moved_at: at.toISOString() } satisfies Kept,
          })
      })
      if (message !== null) refused.push(...own.map((row) => refusedBecause(row, message)))
      await work.note(applied.length + refused.length)
    }
    await moved.deriveAlerts({ parts: { ...parts, clock: () => at }, tx }, 'correction')
    return { applied, refused }
  },
  async undo(work, _importId, rows) {
    const { session, tx, parts } = work
    const { locked } = await lockAround(
      tx,
      session,
      rows.map(({ subjectId }) => subjectId),
      rows.map(({ before }) => keptOf(before).meter_id),
    )
    const byId = new Map(locked.map((meter) => [meter.id, meter]))
    const outcomes = new Map<number, NonNullable<ImportRow['outcome']>>()
    const moved = new MovedPlaces()
    const bothOf = ({ before, after }: ImportRow) => `${keptOf(after).meter_id} ${keptOf(before).meter_id}`
    for (const own of Map.groupBy(rows, bothOf).values()) {
      const [first] = own
      const from = first && byId.get(keptOf(first.after).meter_id)
      const to = first && byId.get(keptOf(first.before).meter_id)
      if (from === undefined || to === undefined) {
        for (const { row } of own) outcomes.set(row, 'impossible')
        continue
      }
      const left: ImportRow[] = []
      for (const each of own) {
        const now = await lockReading(tx, session.organizationId, each.subjectId)
        if (now?.meterId === from.id) left.push(each)
        else outcomes.set(each.row, 'changed')
      }
      const message = await attempt(tx, () => moveBack(work, { from, to }, left, moved))
      for (const { row } of left) outcomes.set(row, message === null ? 'reversed' : 'impossible')
      await work.note(outcomes.size)
    }
    await moved.deriveAlerts({ parts, tx }, null)
    return outcomes
  },
}

async function moveBack(
  work: Work,
  both: { from: MeterOfCategory; to: MeterOfCategory },
  rows: readonly ImportRow[],
  moved: MovedPlaces,
): Promise<void> {
  const { session, tx, parts } = work
  const { from, to } = both
  const found = await findReadings(
    tx,
    session.organizationId,
    rows.map(({ subjectId }) => subjectId),
  )
  const taken = await timesTaken(tx, to, found)
  for (const row of found) {
    const message = refusalOf(row, to, taken.has(row.created_at))
    if (message !== null) throw new Failure('validation_failed', { issues: [{ path: 'meter_id', message }] })
  }
  const ids = found.map(({ id }) => id)
  const places = await keepMonthsOfBoth(work, { from: from.id, to: to.id }, () =>
    moveToMeter(session, tx, both, ids, parts.clock()),
  )
  moved.add([from, to], places)
  for (const { subjectId: id, after } of rows) {
    const movedAt = keptOf(after).moved_at
    if (movedAt !== null) await resumeAlertOf(tx, to, { id, endedAt: new Date(movedAt) })
  }
}
