import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type PreviewRow, refuseRows } from '../../../contract/import/preview.ts'
import { readRowsOfMeters } from '../../../contract/import/previewByMeter.ts'
import { previewReplacements, type StoredReplacements } from '../../../contract/import/previewReplacements.ts'
import { replacementTolerance } from '../../../contract/time/replacedAt.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterOfCategory } from '../../db/meter-lock.ts'
import { meterReplacements } from '../../db/schema.ts'
import { keepMonthsOf } from '../closings/index.ts'
import { chosenAt } from '../readings/index.ts'
import {
  createReplacement,
  deleteReplacement,
  findReplacement,
  refuseExcessDigits,
} from '../replacements/index.ts'
import { closedMonths, instantOf, metersOf, refusedBy } from './of-meters.ts'
import { type AppliedRow, type ImportRow, outcomeOf, storing, type Target, type Work } from './target.ts'

interface Added {
  meterId: number
  time: string
  oldEnd: number | null
  newStart: number
  note: string
}

/** What a row adds, by the order of its cells. */
function addedOf(row: PreviewRow): Added {
  const [meterId, time, oldEnd, newStart, note] = row.cells.map(({ after }) => after)
  return {
    meterId: Number(meterId),
    time: String(time),
    oldEnd: typeof oldEnd === 'number' ? oldEnd : null,
    newStart: Number(newStart),
    note: String(note ?? ''),
  }
}

async function storedOf(tx: Tx, { organizationId }: Session, ids: readonly number[]) {
  const rows = await tx
    .select()
    .from(meterReplacements)
    .where(
      and(
        eq(meterReplacements.organizationId, organizationId),
        inArray(meterReplacements.meterId, [...ids]),
        isNull(meterReplacements.deletedAt),
      ),
    )
  return Map.groupBy(rows, ({ meterId }) => meterId)
}

/** What recording the replacement by hand would refuse. */
function refusalsOf(row: PreviewRow, meter: MeterOfCategory | undefined, zone: string, now: Date) {
  const { time, oldEnd, newStart } = addedOf(row)
  return refusedBy([
    { column: 'time', rule: () => chosenAt(instantOf(zone, time), now, 'time') },
    { column: 'old_end_value', rule: () => meter && refuseExcessDigits(meter, { old_end_value: oldEnd }) },
    {
      column: 'new_start_value',
      rule: () => meter && refuseExcessDigits(meter, { new_start_value: newStart }),
    },
  ])
}

async function add({ parts, session, tx }: Work, row: PreviewRow): Promise<AppliedRow> {
  const { meterId, time, oldEnd, newStart, note } = addedOf(row)
  const now = parts.clock()
  const sent = {
    meter_id: meterId,
    old_end_value: oldEnd,
    new_start_value: newStart,
    note,
    replaced_at: instantOf(session.timeZone, time).toISOString(),
    sent_at: now.toISOString(),
    is_time_chosen: true,
  }
  const create = () =>
    createReplacement(session, tx, {
      key: randomUUID(),
      body: sent,
      knownOffsetMs: undefined,
      startedAt: now,
      now,
    })
  const stored = await keepMonthsOf({ tx, session }, meterId, create)
  return { row: row.row, subjectId: stored.row.id, before: null, after: sent }
}

/** A replacement cannot be changed, only deleted. */
async function remove({ parts, session, tx }: Work, id: number): Promise<NonNullable<ImportRow['outcome']>> {
  const stored = await findReplacement(tx, session.organizationId, { id })
  if (stored === undefined) return 'changed'
  const act = () => deleteReplacement(session, tx, id, parts.clock())
  return outcomeOf(tx, () => keepMonthsOf({ tx, session }, stored.meter_id, act))
}

export const replacementTarget: Target = {
  name: 'replacements',
  async preview({ parts, session, tx }, imported) {
    const all = await metersOf(tx, session.organizationId)
    const byId = new Map(all.map((meter) => [meter.id, meter]))
    const references = { meters: all }
    const rows = readRowsOfMeters({ ...imported, references })
    const asked = [...new Set(rows.flatMap((row) => row.meters.map(({ id }) => id)))]
    const stored = await storedOf(tx, session, asked)
    const closed = await closedMonths(tx, session, asked)
    const ofMeter = (id: number): StoredReplacements => ({
      closed: closed.get(id) ?? [],
      at(time) {
        const at = instantOf(session.timeZone, time).getTime()
        const near = stored
          .get(id)
          ?.filter((each) => Math.abs(each.at.getTime() - at) <= replacementTolerance)
        const [row] = (near ?? []).toSorted(
          (a, b) => Math.abs(a.at.getTime() - at) - Math.abs(b.at.getTime() - at),
        )
        return row && { oldEnd: row.oldEndValue, newStart: row.newStartValue }
      },
    })
    const now = parts.clock()
    const preview = refuseRows(previewReplacements({ ...imported, references }, ofMeter, rows), (row) =>
      refusalsOf(row, byId.get(addedOf(row).meterId), session.timeZone, now),
    )
    return { preview, references }
  },
  async apply(work, rows) {
    const applied: AppliedRow[] = []
    for (const row of rows) {
      applied.push(await storing(row.row, () => add(work, row)))
      await work.note(applied.length)
    }
    return applied
  },
  async undo(work, _importId, rows) {
    const outcomes = new Map<number, NonNullable<ImportRow['outcome']>>()
    for (const { row, subjectId } of rows) {
      outcomes.set(row, await remove(work, subjectId))
      await work.note(outcomes.size)
    }
    return outcomes
  },
}
