export interface ValueScale {
  low: number
  high: number
  ticks: number[]
  /** That a tick needs. */
  decimals: number
}

/** A bound of the abnormal range is shown too, unless the readings would lie flat beside it. */
const mostStretch = 4

/** The extent of the values, with what of the band stands near. Null: there are no values. */
export function extentOf(
  values: readonly number[],
  band: readonly [number, number] | null,
): [low: number, high: number] | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return null
  const length = high > low ? high - low : Math.max(Math.abs(high) * 0.1, 1e-6)
  for (const bound of band ?? []) {
    if (Math.max(high, bound) - Math.min(low, bound) > length * mostStretch) continue
    low = Math.min(low, bound)
    high = Math.max(high, bound)
  }
  return [low, high]
}

/** A scale around the extent with ticks of 1, 2 or 5 times a power of ten, about `count` of them. */
export function valueScale([low, high]: readonly [number, number], count: number): ValueScale {
  const length = high > low ? high - low : Math.max(Math.abs(high) * 0.2, 1e-6)
  const middle = (low + high) / 2
  const step = roundStep((length * 1.08) / Math.max(count, 1))
  const first = Math.floor((middle - length * 0.54) / step)
  const last = Math.ceil((middle + length * 0.54) / step)
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const tick = (index: number) => Number((index * step).toFixed(Math.min(decimals, 12)))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tick(first + index))
  return { low: tick(first), high: tick(last), ticks, decimals: Math.min(decimals, 12) }
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10)
}
