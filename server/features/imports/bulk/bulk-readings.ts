import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ReadingBulkChange } from '../../../../contract/import/bulk.ts'
import { isUnsure } from '../../../../contract/values/prior.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { Failure } from '../../../api/call.ts'
import type { Tx } from '../../../db/client.ts'
import type { MeterOfCategory } from '../../../db/meter-lock.ts'
import { type BulkPlan, readings, units } from '../../../db/schema.ts'
import { isoInZone } from '../../../time-zone.ts'
import { keepMonthsOf, rehearse } from '../../closings/index.ts'
import {
  addChange,
  changeReading,
  chosenAt,
  correctReading,
  deleteReading,
  findReadings,
  isOneOf,
  judgementOf,
  lockReading,
  moveReadings,
  type ReadingRecord,
  type ReadingRow,
  restoreReading,
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
import { closedMonthsText } from './closed-months-text.ts'
import { lockAround, metersOfReadings } from './lock-around.ts'

/** Moves to another meter are apart (`bulk-moves.ts`). */
type Change = Exclude<ReadingBulkChange, { action: 'move' }>

const msPerMinute = 60_000

/** What is kept of a reading before and after, besides its meter. */
interface Kept {
  meter_id: number
  value_source?: ReadingRecord['valueSource']
  created_at?: string
  time_mark?: ReadingRecord['timeMark']
  deleted_at?: string
}

const isUnsureRecord = ({ valueSource, readState, ...reading }: ReadingRecord) =>
  isUnsure({ ...reading, value_source: valueSource, read_state: readState })

const isConfirmable = (row: ReadingRow) => isUnsure(row) || row.time_mark === 'unconfirmed'

function previewOf(row: ReadingRow, change: Change, unit: string, { session, now }: BulkReading): BulkRow {
  const at = new Date(row.created_at)
  const value = row.value === null ? null : `${formatNumber(row.value, row.decimal_point)} ${unit}`.trimEnd()
  const changed: BulkRow = { ...rowOfReading(row), state: 'changed' }
  if (change.action === 'delete')
    return { ...changed, changes: [{ field: 'value', before: value, after: null }] }
  if (change.action === 'confirm')
    return isConfirmable(row)
      ? { ...changed, changes: [{ field: 'value', before: value, after: value }] }
      : { ...changed, state: 'unchanged' }
  const moved = new Date(at.getTime() + change.minutes * msPerMinute)
  const refusal = refusalOf(moved, now)
  if (refusal !== null) return refusedBecause(changed, refusal)
  const shown = (time: Date) => isoInZone(session.timeZone, time)
  return { ...changed, changes: [{ field: 'created_at', before: shown(at), after: shown(moved) }] }
}

function refusalOf(moved: Date, now: Date): string | null {
  try {
    chosenAt(moved, now, 'created_at')
    return null
  } catch (error) {
    if (error instanceof Failure) return messageOf(error)
    throw error
  }
}

async function unitsOf(tx: Tx): Promise<Map<number, string>> {
  const rows = await tx.select({ id: units.id, name: units.name }).from(units)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Parts = Work['parts']

/** Changes the readings of one meter, and returns what is kept of them, by id. */
async function changeOf(
  parts: Parts,
  { session, tx }: Pick<Work, 'session' | 'tx'>,
  change: Change,
  meter: MeterOfCategory,
  ids: readonly number[],
): Promise<Map<number, { before: Kept; after: Kept }>> {
  const { organizationId } = session
  const kept = new Map<number, { before: Kept; after: Kept }>()
  const moves = []
  for (const id of ids) {
    const reading = await lockReading(tx, organizationId, id)
    if (reading === undefined) continue
    const of = { meter_id: meter.id }
    const { createdAt, timeMark, valueSource } = reading
    if (change.action === 'delete') {
      await deleteReading(parts, session, tx, id)
      kept.set(id, { before: of, after: { ...of, deleted_at: parts.clock().toISOString() } })
      continue
    }
    const isMoved = change.action === 'shift' || timeMark === 'unconfirmed'
    const at =
      change.action === 'shift' ? new Date(createdAt.getTime() + change.minutes * msPerMinute) : createdAt
    if (isMoved) moves.push({ id, createdAt: at, timeMark: null })
    if (change.action === 'confirm' && isUnsureRecord(reading))
      await correctReading(parts, session, tx, id, reading.value)
    const now = await lockReading(tx, organizationId, id)
    kept.set(id, {
      before: { ...of, value_source: valueSource, created_at: createdAt.toISOString(), time_mark: timeMark },
      after: {
        ...of,
        value_source: now?.valueSource ?? valueSource,
        created_at: at.toISOString(),
        time_mark: isMoved ? null : timeMark,
      },
    })
  }
  if (moves.length > 0) await moveReadings(parts, session, tx, meter, moves)
  return kept
}

/** Changes of readings what usages are computed with, and nothing else. */
async function countAs(
  tx: Tx,
  { organizationId, userId }: Work['session'],
  change: Change,
  ids: readonly number[],
): Promise<void> {
  const own = and(eq(readings.organizationId, organizationId), isOneOf(readings.id, ids))
  const measureAt = (at: SQL, which?: SQL) =>
    tx.execute(sql`select set_measured_at(${readings.id}, ${at}) from ${readings} where ${and(own, which)}`)
  if (change.action === 'delete')
    await tx.update(readings).set({ deletedAt: sql`now()`, deletedByUserId: userId }).where(own)
  else if (change.action === 'shift')
    await measureAt(sql`${readings.createdAt} + ${change.minutes} * interval '1 minute'`)
  else {
    await tx
      .update(readings)
      .set({ valueSource: 'corrected', readState: sql`nullif(${readings.readState}, 3)` })
      .where(and(own, isNotNull(readings.value)))
    await measureAt(sql`${readings.createdAt}`, sql`${readings.timeMark} = 'unconfirmed'`)
  }
}

const isAsLeft = (now: ReadingRecord, { value_source, created_at, time_mark, deleted_at }: Kept): boolean =>
  deleted_at === undefined
    ? now.deletedAt === null &&
      now.valueSource === value_source &&
      now.createdAt.toISOString() === created_at &&
      now.timeMark === time_mark
    : now.deletedAt?.toISOString() === deleted_at

/** Undoes what was done to readings of one meter, except those that were changed since, whose rows it returns. */
async function undoOf(
  { parts, session, tx }: Work,
  meter: MeterOfCategory,
  rows: readonly ImportRow[],
): Promise<Set<number>> {
  const { organizationId } = session
  const changed = new Set<number>()
  const moves = []
  for (const { row, subjectId: id, before, after } of rows) {
    const now = await lockReading(tx, organizationId, id, 'also deleted')
    const [was, left] = [before as unknown as Kept, after as unknown as Kept]
    if (now === undefined || now.meterId !== meter.id || !isAsLeft(now, left)) changed.add(row)
    else if (left.deleted_at !== undefined) await restoreReading(parts, session, tx, id)
    else {
      if (was.value_source !== undefined && was.value_source !== left.value_source) {
        const at = parts.clock()
        await changeReading(tx, organizationId, id, { valueSource: was.value_source, updatedAt: at })
        await addChange(tx, meter, {
          readingId: id,
          userId: session.userId,
          at,
          action: 'correct',
          before: judgementOf(now),
          after: judgementOf({ ...now, valueSource: was.value_source }),
        })
      }
      if (
        was.created_at !== undefined &&
        (was.created_at !== left.created_at || was.time_mark !== left.time_mark)
      )
        moves.push({ id, createdAt: new Date(was.created_at), timeMark: was.time_mark ?? null })
    }
  }
  if (moves.length > 0) await moveReadings(parts, session, tx, meter, moves)
  return changed
}

export const bulkReadings: BulkTarget = {
  async preview(work, { change, ids }) {
    const names = await unitsOf(work.tx)
    const found = await findReadings(work.tx, work.session.organizationId, ids)
    const byId = new Map(found.map((row) => [row.id, row]))
    return ids
      .toSorted((a, b) => a - b)
      .map((id) => {
        const row = byId.get(id)
        if (row === undefined) return missing(id)
        return previewOf(row, change as Change, names.get(row.meter_unit_id) ?? '', work)
      })
  },
  async rehearse({ tx, session }, { change }, rows) {
    const meterOf = await metersOfReadings(
      tx,
      session,
      rows.map(({ id }) => id),
    )
    const months = await rehearse({ tx, session }, [...new Set(meterOf.values())], (closed) => {
      const ids = [...meterOf].flatMap(([id, meterId]) => (closed.has(meterId) ? id : []))
      return countAs(tx, session, change as Change, ids)
    })
    return new Map(
      [...meterOf].flatMap(([id, meterId]) => {
        const changed = months.get(meterId)
        return changed === undefined ? [] : [[id, closedMonthsText(changed)]]
      }),
    )
  },
  async apply(work, { change }: BulkPlan, rows) {
    const { session, tx } = work
    const at = work.parts.clock()
    // One time for all, which says later whether a deletion is still this one.
    const parts = { ...work.parts, clock: () => at }
    const { locked, meterOf } = await lockAround(
      tx,
      session,
      rows.map(({ id }) => id),
    )
    const numbers = new Map(rows.map(({ id }, index) => [id, index + 1]))
    const ofMeter = Map.groupBy(rows, ({ id }) => meterOf.get(id))
    const applied: AppliedRow[] = []
    const refused: BulkRow[] = []
    for (const meter of locked) {
      const own = ofMeter.get(meter.id) ?? []
      const message = await attempt(tx, async () => {
        const ids = own.map(({ id }) => id)
        const kept = await keepMonthsOf({ tx, session }, meter.id, () =>
          changeOf(parts, work, change as Change, meter, ids),
        )
        for (const [id, { before, after }] of kept)
          applied.push({
            row: numbers.get(id) ?? 0,
            subjectId: id,
            before: { ...before },
            after: { ...after },
          })
      })
      if (message !== null) refused.push(...own.map((row) => refusedBecause(row, message)))
      await work.note(applied.length + refused.length)
    }
    return { applied, refused }
  },
  async undo(work, _importId, rows) {
    const { session, tx } = work
    const { locked, meterOf } = await lockAround(
      tx,
      session,
      rows.map(({ subjectId }) => subjectId),
    )
    const ofMeter = Map.groupBy(rows, ({ subjectId }) => meterOf.get(subjectId))
    const outcomes = new Map<number, NonNullable<ImportRow['outcome']>>(
      rows.map(({ row }) => [row, 'impossible']),
    )
    let done = 0
    for (const meter of locked) {
      const own = ofMeter.get(meter.id) ?? []
      await attempt(tx, async () => {
        const changed = await keepMonthsOf({ tx, session }, meter.id, () => undoOf(work, meter, own))
        for (const { row } of own) outcomes.set(row, changed.has(row) ? 'changed' : 'reversed')
      })
      done += own.length
      await work.note(done)
    }
    return outcomes
  },
}
