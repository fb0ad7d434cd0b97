import * as z from 'zod/mini'
import { value } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

export const usualBandSchema = z.object({
  low: value,
  high: value,
  per_day: withDescription(z.boolean(), 'what a counter counts a day; otherwise the value itself'),
})
export type UsualBand = z.infer<typeof usualBandSchema>

/** Fewer values say nothing about what is usual. */
const least = 5
const day = 86_400_000

/**
 * Returns between which values a meter usually is: the middle eight tenths of its values, or of what a counter counts a
 * day. Null: too few are known. `readings`: by time; `at` in milliseconds since 1970.
 */
export function usualBandOf(
  readings: readonly { value: number; at: number }[],
  isCumulative: boolean,
): UsualBand | null {
  const values = isCumulative
    ? readings.flatMap(({ value, at }, index) => {
        const before = readings[index - 1]
        // A rollover and a replacement count backwards here.
        if (before === undefined || at <= before.at || value < before.value) return []
        return [((value - before.value) / (at - before.at)) * day]
      })
    : readings.map((reading) => reading.value)
  if (values.length < least) return null
  const sorted = values.toSorted((a, b) => a - b)
  const cut = Math.floor(sorted.length / 10)
  const low = sorted[cut] ?? 0
  return { low, high: sorted[sorted.length - 1 - cut] ?? low, per_day: isCumulative }
}
