import { helper } from 'echarts/core'

/** A bound of the abnormal range is shown unless the axis would be longer than this multiple of the values' extent. */
const maxRatio = 4

/** Extent of the values, with near bounds of the band. Null without values. */
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
    if (Math.max(high, bound) - Math.min(low, bound) > length * maxRatio) continue
    low = Math.min(low, bound)
    high = Math.max(high, bound)
  }
  return [low, high]
}

/** From tick to tick, with the decimals of its labels. */
export interface ValueAxis {
  low: number
  high: number
  step: number
  decimals: number
}

/** Ends at round ticks around the extent, and begins at 0 rather than below where nothing is negative. */
export function valueAxis([low, high]: readonly [number, number]): ValueAxis {
  // Padding for constant values.
  const room = high > low ? (high - low) * 0.04 : Math.max(Math.abs(high) * 0.1, 1e-6)
  const scale = helper.createScale([low - room, high + room], { type: 'value', scale: true })
  const [lowest = low, to = high] = scale.getExtent()
  // 0 is a tick of every scale that crosses it.
  const from = low >= 0 ? Math.max(0, lowest) : lowest
  const [first, second] = scale.getTicks()
  const step = first && second ? second.value - first.value : to - from
  return { low: from, high: to, step, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) }
}
