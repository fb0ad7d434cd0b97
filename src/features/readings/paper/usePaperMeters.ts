import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import { useKnownHere } from '../../../lib/held/heldReplacements.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { knownMonthsOf, monthIn, monthUsagesQuery } from '../../../lib/usages/monthUsages.ts'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { instantOfLocal } from '../../../ui/text/localTime.ts'
import { isEarlier } from '../entry/entryForm.ts'
import type { PaperMeter } from './judgeRow.ts'

/** The meters with what their values are compared with. */
export function usePaperMeters(meters: readonly Meter[], measuredAt: string): PaperMeter[] {
  const zone = use(TimeZone)
  const knownHere = useKnownHere()
  const { units, categories } = useMasters('units', 'categories')
  const counting = meters.filter(({ is_cumulative }) => is_cumulative).map(({ id }) => id)
  const { data: months } = useQuery({
    ...monthUsagesQuery(counting, monthIn(zone)),
    enabled: counting.length > 0,
  })
  const at = instantOfLocal(measuredAt, zone)
  return meters.map((chosen) => {
    const category = categories.find(({ id }) => id === chosen.meter_category_id)
    const known = knownHere(chosen)
    const earlier = isEarlier(known, measuredAt, zone)
    const limits = category && { percent: category.change_percent, least: category.change_least }
    return {
      meter: earlier ? known : knownHere(chosen, at),
      isEarlier: earlier,
      type: category?.type ?? null,
      unit: nameIn(units, chosen.meter_unit_id) ?? '',
      months: chosen.is_cumulative && months && limits ? knownMonthsOf(known, months, limits) : null,
    }
  })
}
