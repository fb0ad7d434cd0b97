import { queryOptions } from '@tanstack/react-query'
import { type Category, initialChangeLimits } from '../../../contract/categories.ts'
import type { ChangeLimits } from '../../../contract/closing/checks.ts'
import { addMonths } from '../../../contract/closing/closingDates.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { KnownMonths } from '../../../contract/usage/monthSoFar.ts'
import { type UsageRow, usageEndpoints } from '../../../contract/usage/usages.ts'
import { correctedNow } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import { call } from '../session/api.ts'

/** Meters of one call. */
const metersAtOnce = 400
/** Months are of the past, and this one goes on with what the phone knows. */
const staleTime = 30 * 60_000
const keptFor = 48 * 60 * 60_000

/** Returns the present month, `YYYY-MM`. */
export const monthIn = (zone: string): string => todayIn(zone, correctedNow()).slice(0, 'YYYY-MM'.length)

/** Returns the meters of a round that count up: their months are fetched together, so that the phone has all offline. */
export const metersOfRound = (meters: readonly Meter[], inspectionId: number | null): number[] =>
  meters.flatMap(({ id, inspection_id, is_cumulative }) =>
    is_cumulative && inspection_id === inspectionId ? [id] : [],
  )

/**
 * What meters counted in a month, `YYYY-MM`, the two before it, and the two of the year before with which these are
 * compared.
 */
export const monthUsagesQuery = (meterIds: readonly number[], month: string) =>
  queryOptions({
    queryKey: ['usages', 'months', month, meterIds],
    queryFn: async ({ signal }): Promise<UsageRow[]> => {
      const chunks = Array.from({ length: Math.ceil(meterIds.length / metersAtOnce) }, (_, chunk) =>
        meterIds.slice(chunk * metersAtOnce, (chunk + 1) * metersAtOnce),
      )
      const spans = [
        { from: addMonths(month, -2), to: month },
        { from: addMonths(month, -13), to: addMonths(month, -12) },
      ]
      const answers = await Promise.all(
        chunks.flatMap((meter_ids) =>
          spans.map(({ from, to }) => {
            const days = { from: `${from}-01`, to: `${to}-01` }
            const query = { meter_ids, period: 'month' as const, ...days, so_far: true }
            return call(usageEndpoints.usages, { query, signal })
          }),
        ),
      )
      return answers.flatMap(({ data }) => data)
    },
    staleTime,
    refetchOnWindowFocus: false,
    gcTime: keptFor,
    meta: { keptFor },
  })

/** How much a meter may count otherwise than before, as its category says. */
export function changeLimitsOf(meter: Meter, categories: readonly Category[] | undefined): ChangeLimits {
  const category = categories?.find(({ id }) => id === meter.meter_category_id)
  return category ? { percent: category.change_percent, least: category.change_least } : initialChangeLimits
}

/** The months of a meter, which also has what this phone holds. */
export function knownMonthsOf(meter: Meter, rows: readonly UsageRow[], limits: ChangeLimits): KnownMonths {
  const { digit_number: digits, decimal_point: decimals, multiplier, rate, replacement } = meter
  return {
    counting: { digits, decimals, multiplier, rate },
    rounding: meter.rounding,
    limits,
    rows: rows.filter(({ meter_id }) => meter_id === meter.id),
    shown: meter.evidence
      .map(({ value, created_at }) => ({ value, at: Date.parse(created_at) }))
      .toReversed(),
    replacement: replacement && {
      at: Date.parse(replacement.replaced_at),
      oldEnd: replacement.old_end_value,
      newStart: replacement.new_start_value,
    },
  }
}
