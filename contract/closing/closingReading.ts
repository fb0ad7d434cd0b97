import type { Entry } from '../usage/timeline.ts'

/** A reading or an estimate that may close a period. */
export interface ClosingCandidate extends Entry {
  /** Whether a device measured it. Of an estimate: false. */
  isOfDevice: boolean
  /** Whether its value can be relied on without a person having looked at it, or a person has. */
  isConfirmed: boolean
}

/** How far a closing reading may be from the closing time, either way. */
export interface Tolerance {
  deviceHours: number
  roundDays: number
}

const hour = 3_600_000

/** Returns the tolerance for a reading in milliseconds. */
const toleranceOf = ({ isOfDevice }: ClosingCandidate, { deviceHours, roundDays }: Tolerance): number =>
  isOfDevice ? deviceHours * hour : roundDays * 24 * hour

/**
 * Returns the closing reading: the last confirmed one at or before the closing time, else the first one after it, within
 * the tolerance. An estimate counts only where there is no such reading. Candidates are sorted by time.
 */
export function closingReadingOf<Candidate extends ClosingCandidate>(
  candidates: readonly Candidate[],
  at: number,
  tolerance: Tolerance,
): Candidate | null {
  const near = candidates.filter(
    (each) => each.isConfirmed && Math.abs(each.at - at) <= toleranceOf(each, tolerance),
  )
  const readings = near.filter(({ isEstimate }) => !isEstimate)
  const eligible = readings.length > 0 ? readings : near
  return eligible.findLast((each) => each.at <= at) ?? eligible.at(0) ?? null
}
