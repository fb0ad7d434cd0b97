import { deviceType } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Capture } from '../../../offline/captures.ts'

/** Captures since then count as done. Milliseconds. */
const roundDuration = 12 * 3_600_000

export interface Stop {
  meter: Meter
  done: boolean
}

/** Meters of the same inspection group that are read by phone, by number. */
export function roundOf(
  meter: Meter,
  meters: readonly Meter[],
  captures: readonly Capture[],
  now: number,
): Stop[] {
  const done = new Set(
    captures.filter((capture) => now - capture.capturedAt < roundDuration).map((capture) => capture.meterId),
  )
  return meters
    .filter((each) => each.device?.type === deviceType.mobile && each.inspection_id === meter.inspection_id)
    .toSorted((a, b) => a.id - b.id)
    .map((each) => ({ meter: each, done: done.has(each.id) }))
}

/** The next meter, cyclically, without a photograph; null when all are done. */
export function nextStop(meterId: number, round: readonly Stop[]): Meter | null {
  const here = round.findIndex((stop) => stop.meter.id === meterId)
  const ahead = [...round.slice(here + 1), ...round.slice(0, Math.max(here, 0))]
  return ahead.find((stop) => !stop.done)?.meter ?? null
}
