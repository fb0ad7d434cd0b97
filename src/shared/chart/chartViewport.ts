/** Visible time interval, milliseconds since 1970. */
export interface Viewport {
  from: number
  to: number
}

export const isWithin = (at: number, { from, to }: Viewport): boolean => from <= at && at <= to

/** Zoom limit, milliseconds. */
const minLength = 10 * 60_000

const lengthOf = ({ from, to }: Viewport) => to - from

/** Moved into the extent; null when it covers all of it. */
export function clampViewport(extent: Viewport, { from, to }: Viewport): Viewport | null {
  const length = Math.min(Math.max(to - from, Math.min(minLength, lengthOf(extent))), lengthOf(extent))
  if (length >= lengthOf(extent)) return null
  const begin = Math.min(Math.max((from + to - length) / 2, extent.from), extent.to - length)
  return { from: Math.round(begin), to: Math.round(begin + length) }
}

/** `factor` over 1 zooms in; `at` stays in place. */
export function zoomViewport(
  extent: Viewport,
  viewport: Viewport,
  factor: number,
  at: number = (viewport.from + viewport.to) / 2,
): Viewport | null {
  const length = Math.max(lengthOf(viewport) / factor, Math.min(minLength, lengthOf(extent)))
  const share = (at - viewport.from) / Math.max(lengthOf(viewport), 1)
  const from = at - share * length
  return clampViewport(extent, { from, to: from + length })
}

/** Moved by a ratio of its length; positive is later. */
export function panViewport(extent: Viewport, viewport: Viewport, share: number): Viewport | null {
  const by = Math.min(
    Math.max(share * lengthOf(viewport), extent.from - viewport.from),
    extent.to - viewport.to,
  )
  return clampViewport(extent, { from: viewport.from + by, to: viewport.to + by })
}

/** Keeps what was under two fingers under them. Ratios run from 0 (left) to 1. */
export function pinchViewport(
  extent: Viewport,
  begun: Viewport,
  [a, b]: readonly [number, number],
  [nowA, nowB]: readonly [number, number],
): Viewport | null {
  const spread = Math.max(Math.abs(a - b), 0.02)
  const spreadNow = Math.max(Math.abs(nowA - nowB), 0.02)
  const length = Math.max((lengthOf(begun) * spread) / spreadNow, Math.min(minLength, lengthOf(extent)))
  const held = begun.from + ((a + b) / 2) * lengthOf(begun)
  const from = held - ((nowA + nowB) / 2) * length
  return clampViewport(extent, { from, to: from + length })
}
