import { and, eq, inArray, sql } from 'drizzle-orm'
import { type PreviewRow, type Refusal, refuseRows } from '../../../contract/import/preview.ts'
import { closedAt, readRowsOfMeters } from '../../../contract/import/previewByMeter.ts'
import { previewReadings, type StoredReadings } from '../../../contract/import/previewReadings.ts'
import { remembered } from '../../../text/remembered.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeters, type MeterOfCategory } from '../../db/meter-lock.ts'
import { meters } from '../../db/schema.ts'
import {
  chosenAt,
  deleteImported,
  type ImportedReading,
  importReadings,
  recordImported,
  refuseExcessDigits,
} from '../readings/index.ts'
import { closedSpans, instantOf, instantsIn, metersOf, refusedBy } from './of-meters.ts'
import { type AppliedRow, type ImportRow, otherCalls, type Target } from './target.ts'

/** What is kept of a reading that was added; `created_at` in the zone of that time. */
interface Kept extends Record<string, unknown> {
  meter_id: number
  created_at: string
  value: number
}
const keptOf = ({ after }: ImportRow): Kept => after as Kept

/** What a row adds, by the order of its cells. */
function addedOf({ cells }: PreviewRow): { meterId: number; time: string; value: number } {
  const [meter, time, value] = cells
  return { meterId: Number(meter?.after), time: String(time?.after), value: Number(value?.after) }
}

/** What is stored at the times of the rows, by meter. */
async function storedAt(
  tx: Tx,
  organizationId: number,
  asked: readonly { meterId: number; time: string }[],
  instant: (local: string) => Date,
): Promise<Map<number, Map<string, (number | null)[]>>> {
  const at = asked.map(({ time }) => instant(time).getTime())
  const { rows } = await tx.execute<{ place: number; value: number | null }>(sql`
    select asked.place::float8 as place, readings.value
    from (
      select meter_id, to_timestamp(ms / 1000.0) as at, place
      from unnest(${list(asked.map(({ meterId }) => meterId))}::bigint[], ${list(at)}::bigint[])
        with ordinality as each (meter_id, ms, place)
    ) as asked
    join readings on readings.meter_id = asked.meter_id and readings.organization_id = ${organizationId}
      and readings.created_at >= asked.at and readings.created_at < asked.at + interval '1 second'
      and readings.deleted_at is null`)
  const stored = new Map<number, Map<string, (number | null)[]>>()
  for (const { place, value } of rows) {
    const known = asked[place - 1]
    if (known === undefined) throw new Error('a reading was found that nobody asked for')
    const { meterId, time } = known
    const ofMeter = stored.get(meterId) ?? new Map<string, (number | null)[]>()
    stored.set(meterId, ofMeter)
    ofMeter.set(time, [...(ofMeter.get(time) ?? []), value])
  }
  return stored
}

/** An array as PostgreSQL reads it. */
const list = (items: readonly number[]) => `{${items.join(',')}}`

/** Returns what says what adding a reading by hand would refuse. */
function refusalsIn(
  meterOf: (id: number) => MeterOfCategory | undefined,
  instant: (local: string) => Date,
  now: Date,
) {
  const ofTime = remembered((time) =>
    refusedBy([{ column: 'time', rule: () => chosenAt(instant(time), now, 'time') }]),
  )
  return (row: PreviewRow): Refusal[] => {
    const { meterId, time, value } = addedOf(row)
    const meter = meterOf(meterId)
    const ofValue = { column: 'value', rule: () => meter && refuseExcessDigits(meter, value) }
    return [...ofTime(time), ...refusedBy([ofValue])]
  }
}

export const readingTarget: Target = {
  name: 'readings',
  async preview({ parts, tx, session }, imported) {
    const now = parts.clock()
    const all = await metersOf(tx, session.organizationId)
    const byId = new Map(all.map((meter) => [meter.id, meter]))
    const references = { meters: all }
    const rows = readRowsOfMeters({ ...imported, references })
    const asked = rows.flatMap(({ read, meters: found }) => {
      const time = read.value('time')
      return typeof time === 'string' ? found.map(({ id }) => ({ meterId: id, time })) : []
    })
    const instant = instantsIn(session.timeZone)
    const stored = await storedAt(tx, session.organizationId, asked, instant)
    const closed = await closedSpans(tx, session, [...new Set(asked.map(({ meterId }) => meterId))])
    const storedOf = (id: number): StoredReadings => ({
      decimals: byId.get(id)?.decimalPoint ?? null,
      values: stored.get(id) ?? new Map(),
      closed: closed.get(id) ?? [],
    })
    const compared = previewReadings({ ...imported, references }, storedOf, rows)
    await otherCalls()
    const preview = refuseRows(
      compared,
      refusalsIn((id) => byId.get(id), instant, now),
    )
    return { preview, references }
  },
  async apply({ parts, session, tx, note }, rows) {
    const { organizationId, timeZone } = session
    const at = parts.clock()
    const byMeter = Map.groupBy(
      rows.map((row) => ({ row: row.row, ...addedOf(row) })),
      ({ meterId }) => meterId,
    )
    const applied: AppliedRow[] = []
    const locked = await lockMetersOf(tx, organizationId, [...byMeter.keys()])
    const recorded: [MeterOfCategory, ImportedReading[]][] = []
    for (const meter of locked) {
      const added = byMeter.get(meter.id) ?? []
      const sent = added.map(({ value, time }) => ({ value, createdAt: instantOf(timeZone, time) }))
      const imported = await importReadings(tx, session, meter, sent, at)
      recorded.push([meter, imported])
      for (const [index, { row, time, value }] of added.entries()) {
        const subjectId = imported[index]?.id
        if (subjectId === undefined) throw new Error('a reading was not inserted')
        const after: Kept = { meter_id: meter.id, created_at: time, value }
        applied.push({ row, subjectId, before: null, after })
      }
      await note(applied.length)
    }
    for (const [meter, imported] of recorded) await recordImported(tx, session, meter, imported, at)
    return applied
  },
  async undo({ parts, session, tx, note }, _importId, rows) {
    const byMeter = Map.groupBy(rows, (row) => keptOf(row).meter_id)
    const ids = [...byMeter.keys()]
    const closed = await closedSpans(tx, session, ids)
    const outcomes = new Map<number, NonNullable<ImportRow['outcome']>>(
      rows.map(({ row }) => [row, 'impossible']),
    )
    let done = 0
    for (const meter of await lockMetersOf(tx, session.organizationId, ids)) {
      const own = byMeter.get(meter.id) ?? []
      const open = own.filter((row) => {
        const { created_at: time } = keptOf(row)
        return closedAt(closed.get(meter.id) ?? [], time) === undefined
      })
      const sent = open.map((row) => ({ id: row.subjectId, value: keptOf(row).value }))
      const deleted = new Set(await deleteImported(tx, session, meter, sent, parts.clock()))
      for (const { row, subjectId } of open)
        outcomes.set(row, deleted.has(subjectId) ? 'reversed' : 'changed')
      done += own.length
      await note(done)
    }
    return outcomes
  },
}

const lockMetersOf = (tx: Tx, organizationId: number, ids: readonly number[]) =>
  lockMeters(tx, and(eq(meters.organizationId, organizationId), inArray(meters.id, [...ids])))
