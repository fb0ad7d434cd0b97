import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import type { KnownMonths } from '../../../contract/usage/monthSoFar.ts'
import type { UsageRow } from '../../../contract/usage/usages.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { categoriesQuery } from '../queries/categories.ts'
import { metersQuery } from '../queries/meters.ts'
import { changeLimitsOf, knownMonthsOf, metersOfRound, monthIn, monthUsagesQuery } from './monthUsages.ts'

/** The query for the months of a meter and of its round. */
function useMonthsOfRound(meter: Meter | undefined) {
  const { data: meters = [] } = useQuery(metersQuery)
  const month = monthIn(use(TimeZone))
  const alone = meter === undefined ? [] : [meter.id]
  const inspection = meter?.inspection_id ?? null
  const ids = inspection === null ? alone : metersOfRound(meters, inspection)
  return { month, ids, ofRound: monthUsagesQuery(ids, month) }
}

function useMonths(meter: Meter | undefined, rows: readonly UsageRow[] | undefined): KnownMonths | null {
  const { data: categories } = useQuery(categoriesQuery)
  if (!meter?.is_cumulative || rows === undefined) return null
  return knownMonthsOf(meter, rows, changeLimitsOf(meter, categories))
}

/** The months of a meter as this device knows them; null: it does not count up, or nothing is known yet. */
export function useKnownMonths(meter: Meter | undefined): KnownMonths | null {
  const { ids, ofRound } = useMonthsOfRound(meter)
  const { data } = useQuery({ ...ofRound, enabled: meter?.is_cumulative === true && ids.length > 0 })
  return useMonths(meter, data)
}

/** The months of a meter as the server knows them now; until it has answered, those that were fetched with its round. */
export function useLatestMonths(meter: Meter) {
  const client = useQueryClient()
  const { month, ofRound } = useMonthsOfRound(meter)
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...monthUsagesQuery([meter.id], month),
    staleTime: 0,
    initialData: () => client.getQueryData(ofRound.queryKey)?.filter(({ meter_id }) => meter_id === meter.id),
    initialDataUpdatedAt: () => client.getQueryState(ofRound.queryKey)?.dataUpdatedAt,
  })
  return { months: useMonths(meter, data), error, dataUpdatedAt, refetch }
}
