import type { Shown } from '../../../contract/values/consumption.ts'
import type { Tx } from '../../db/client.ts'
import {
  type CountedConsumption,
  type CountedReading,
  consumptionOf,
  countersOf,
  findPredecessors,
  hasKnownTime,
} from './predecessors.ts'
import type { ReadingRow } from './repository.ts'
import type { Selection } from './selection.ts'

/** A reading with what was consumed since the one before. */
export type CountedRow = ReadingRow & { consumption: CountedConsumption | null }

/** Between two selected rows of a meter there is no other reading of it. */
export const isConsecutive = ({ onlyPictures, onlyAbnormal, waitingFor, search }: Selection): boolean =>
  !onlyPictures && !onlyAbnormal && waitingFor === null && search === null

/**
 * Of consecutive rows only each meter’s first one is looked up. One query for meters, one for what came before, however many rows there are.
 */
export async function withConsumption(
  tx: Tx,
  organizationId: number,
  rows: readonly ReadingRow[],
  areConsecutive = false,
): Promise<CountedRow[]> {
  const meterIds = [...new Set(rows.map(({ meter_id: id }) => id))]
  const counters = await countersOf(tx, organizationId, meterIds)
  const counted = rows
    .filter(({ meter_id: id, time_mark: mark }) => counters.has(id) && hasKnownTime(mark))
    .map(({ id, meter_id: meterId, created_at: at, value }) => ({ id, meterId, at, value }))
  const before = areConsecutive ? predecessorsAmong(counted) : new Map<number, Shown>()
  const unknown = counted.filter(({ id }) => !before.has(id))
  const found = await findPredecessors(tx, organizationId, unknown)
  return rows.map((row) => {
    const { id, meter_id: meterId, created_at: at, value } = row
    const previous = before.get(id) ?? found.get(id)
    return { ...row, consumption: consumptionOf({ value, at }, previous, counters.get(meterId)) }
  })
}

function predecessorsAmong(readings: readonly CountedReading[]): Map<number, Shown> {
  const latest = new Map<number, Shown>()
  const before = new Map<number, Shown>()
  for (const { id, meterId, at, value } of readings.toSorted((a, b) => a.at - b.at || a.id - b.id)) {
    const previous = latest.get(meterId)
    if (previous !== undefined) before.set(id, previous)
    if (value !== null) latest.set(meterId, { value, at })
  }
  return before
}
