import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { initialChangeLimits } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { KnownMonths } from '../../../contract/usage/monthSoFar.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { categoriesQuery } from '../queries/categories.ts'
import { metersQuery } from '../queries/meters.ts'
import { knownMonthsOf, metersOfRound, monthIn, monthUsagesQuery } from './monthUsages.ts'

/** The months of a meter as this device knows them; null: it does not count up, or nothing is known yet. */
export function useKnownMonths(meter: Meter): KnownMonths | null {
  const { data: meters = [] } = useQuery(metersQuery)
  const month = monthIn(use(TimeZone))
  const ids = meter.inspection_id === null ? [meter.id] : metersOfRound(meters, meter.inspection_id)
  const { data } = useQuery({
    ...monthUsagesQuery(ids, month),
    enabled: meter.is_cumulative && ids.length > 0,
  })
  const { data: categories } = useQuery(categoriesQuery)
  if (!meter.is_cumulative || data === undefined) return null
  const category = categories?.find(({ id }) => id === meter.meter_category_id)
  const limits = category && { percent: category.change_percent, least: category.change_least }
  return knownMonthsOf(meter, data, limits ?? initialChangeLimits)
}
