/** A stretch of time, milliseconds since 1970. */
export interface TimeWindow {
  from: number
  to: number
}

/** Nobody looks closer. */
const shortest = 10 * 60_000

const lengthOf = ({ from, to }: TimeWindow) => to - from

/** Keeps a window inside the whole; null where it is the whole. */
export function within(whole: TimeWindow, { from, to }: TimeWindow): TimeWindow | null {
  const length = Math.min(Math.max(to - from, Math.min(shortest, lengthOf(whole))), lengthOf(whole))
  if (length >= lengthOf(whole)) return null
  const begin = Math.min(Math.max((from + to - length) / 2, whole.from), whole.to - length)
  return { from: Math.round(begin), to: Math.round(begin + length) }
}

/** `factor` over 1 looks closer; what is at `at` stays where it is. */
export function zoomed(
  whole: TimeWindow,
  shown: TimeWindow,
  factor: number,
  at: number = (shown.from + shown.to) / 2,
): TimeWindow | null {
  const length = Math.max(lengthOf(shown) / factor, Math.min(shortest, lengthOf(whole)))
  const share = (at - shown.from) / Math.max(lengthOf(shown), 1)
  const from = at - share * length
  return within(whole, { from, to: from + length })
}

/** Moved by a share of what is shown; later when positive. */
export function panned(whole: TimeWindow, shown: TimeWindow, share: number): TimeWindow | null {
  const by = Math.min(Math.max(share * lengthOf(shown), whole.from - shown.from), whole.to - shown.to)
  return within(whole, { from: shown.from + by, to: shown.to + by })
}

/** Two fingers: what lay under them at the beginning lies under them now. Shares run from 0 at the left to 1. */
export function pinched(
  whole: TimeWindow,
  begun: TimeWindow,
  [a, b]: readonly [number, number],
  [nowA, nowB]: readonly [number, number],
): TimeWindow | null {
  const spread = Math.max(Math.abs(a - b), 0.02)
  const spreadNow = Math.max(Math.abs(nowA - nowB), 0.02)
  const length = Math.max((lengthOf(begun) * spread) / spreadNow, Math.min(shortest, lengthOf(whole)))
  const held = begun.from + ((a + b) / 2) * lengthOf(begun)
  const from = held - ((nowA + nowB) / 2) * length
  return within(whole, { from, to: from + length })
}
