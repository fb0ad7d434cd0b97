import type { AbnormalRange } from './abnormal.ts'

/** What decides how far out a value is. */
export interface WorseningRanges {
  abnormal: AbnormalRange
  measuring: { start_value: number | null; end_value: number | null }
  /** The last normal value before the run; null: unknown. */
  normalBefore: number | null
}

/** A reading that people were told. */
export interface ToldReading {
  /** The value that they were told; null: they were told that there is none. */
  told: number | null
  /** The value that the reading has now. Null if it has none, or was deleted. */
  now: number | null
}

/**
 * Returns whether the latest value of a run is so much worse than what people were told that they are told again: further
 * out by more than a tenth of the measuring range, without one, of the limit. A reading that a person corrected counts
 * with the value that is less far out, because people know both. A missing value is as far out as the limit.
 */
export function isClearlyWorse(
  ranges: WorseningRanges,
  told: readonly ToldReading[],
  latest: number | null,
): boolean {
  const { emergency_start_value: start, emergency_end_value: end } = ranges.abnormal
  if (start === null || end === null || latest === null) return false
  const isUpper = isUpperLimit({ start, end }, ranges)
  const limit = isUpper ? start : end
  const distanceOf = (value: number | null) => (value === null ? 0 : isUpper ? value - limit : limit - value)
  const known = told.map((reading) => Math.min(distanceOf(reading.told), distanceOf(reading.now)))
  const step = stepOf({ start, end }, limit, ranges.measuring)
  const excess = distanceOf(latest) - Math.max(0, ...known) - step
  // 0.80 − 0.70 is a little more than 0.10 in binary.
  return excess > 1e-9 * Math.max(step, Math.abs(latest))
}

/**
 * Whether values above the start of the abnormal range are the worse the higher they are. The normal values are on one
 * side: that of the last normal value, else that with more of the measuring range, else that of zero.
 */
function isUpperLimit(
  { start, end }: { start: number; end: number },
  { measuring, normalBefore }: WorseningRanges,
): boolean {
  if (normalBefore !== null) return normalBefore <= end
  const { start_value: lowest, end_value: highest } = measuring
  if (lowest !== null && highest !== null) return start - lowest >= highest - end
  return start > 0
}

/** A tenth of the measuring range or of the limit. A limit of zero has none, so that of the abnormal range counts. */
function stepOf(
  { start, end }: { start: number; end: number },
  limit: number,
  { start_value: lowest, end_value: highest }: WorseningRanges['measuring'],
): number {
  const span = lowest === null || highest === null ? 0 : highest - lowest
  return (span || Math.abs(limit) || end - start) / 10
}
