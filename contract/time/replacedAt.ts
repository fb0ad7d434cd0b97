import { type Counting, differenceBetween, type ReplacedAt, type Shown } from '../values/consumption.ts'

const minute = 60_000

/** Readings this close to a replacement are told apart by their values: clocks and networks are less exact. Milliseconds. */
export const replacementTolerance = 5 * minute

/** When a meter was replaced that a photograph of the new one shows, where nobody said it. Milliseconds since 1970. */
export const replacedBefore = (photograph: number, last: number | null): number =>
  between(photograph - minute, last, photograph)

/**
 * When a meter was replaced: as told, unless readings close to it show the old meter later or the new one earlier; then
 * between them. `shown`: readings since the replacement before, in any order.
 */
export function reconcileReplacedAt(
  told: ReplacedAt,
  shown: readonly Shown[],
  counting: Omit<Counting, 'multiplier'>,
): number {
  const isClose = ({ at }: Shown) => Math.abs(at - told.at) <= replacementTolerance
  const byTime = shown.toSorted((a, b) => a.at - b.at)
  const before = byTime.filter(({ at }) => at < told.at - replacementTolerance).at(-1)
  const end = told.oldEnd ?? before?.value
  if (end === undefined) return told.at
  const distance = (to: number) => (reading: Shown) => Math.abs(reading.value - to)
  const [toEnd, toStart] = [distance(end), distance(told.newStart)]
  const close = byTime.filter(isClose)
  const old = close.filter(
    (reading) =>
      toEnd(reading) < toStart(reading) &&
      (before === undefined || differenceBetween(before, reading, counting) !== null),
  )
  const began = close.filter((reading) => toStart(reading) < toEnd(reading) && reading.value >= told.newStart)
  return between(told.at, old.at(-1)?.at ?? null, began[0]?.at ?? null)
}

/** `told`, where it lies behind the last reading of the old meter and before the first one of the new. */
function between(told: number, last: number | null, first: number | null): number {
  if ((last === null || last < told) && (first === null || told <= first)) return told
  if (last === null) return first === null ? told : first - 1
  if (first === null) return last + 1
  // Otherwise one of the clocks is wrong.
  return last < first ? Math.ceil((last + first) / 2) : told
}
