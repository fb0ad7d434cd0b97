import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import type { KnownMonths } from '../../../contract/usage/monthSoFar.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
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
  return meter.is_cumulative && data !== undefined ? knownMonthsOf(meter, data) : null
}
