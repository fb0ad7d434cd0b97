import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { filterAndSortRows } from '../../ui/table/localList.ts'
import type { UsageSearch } from './search.ts'
import type { UsageFilter } from './UsageFilters.tsx'
import { identityColumns } from './usageColumns.tsx'
import type { UsageMeter } from './usageTable.ts'

const isChosen = (ids: readonly number[] | undefined, id: number | null) =>
  ids === undefined || (id !== null && ids.includes(id))

/** The meters that count up, or the others: all of them, and those that search and filters select. */
export function useUsageMeters(search: UsageSearch, isCumulative: boolean) {
  const meters = useQuery(metersQuery)
  const { units, groups } = useMasters('units', 'groups')
  const { data: bearers = [] } = useQuery(costBearersQuery)
  const all = useMemo(
    () =>
      meters.data
        ?.filter((meter) => meter.is_cumulative === isCumulative)
        .map(
          (meter): UsageMeter => ({
            id: meter.id,
            name: meter.name,
            code: meter.code,
            meter,
            unit: nameIn(units, meter.meter_unit_id) ?? '',
            group: nameIn(groups, meter.meter_group_id) ?? null,
            bearer: nameIn(bearers, meter.cost_bearer_id) ?? null,
          }),
        ),
    [meters.data, units, groups, bearers, isCumulative],
  )
  const isUsed = (unitId: number) => all?.some(({ meter }) => meter.meter_unit_id === unitId) === true
  const filters: UsageFilter[] = [
    { key: 'groups', title: 'メーターグループ', options: groups },
    { key: 'bearers', title: '負担先', options: bearers },
    { key: 'units', title: '単位', options: units.filter(({ id }) => isUsed(id)) },
  ]
  const chosen = filterAndSortRows(
    all?.filter(
      ({ meter }) =>
        isChosen(search.groups, meter.meter_group_id) &&
        isChosen(search.bearers, meter.cost_bearer_id) &&
        isChosen(search.units, meter.meter_unit_id),
    ) ?? [],
    [{ key: 'name', title: '', text: ({ name }: UsageMeter) => name }, ...identityColumns],
    { text: search.text },
  )
  return {
    meters,
    all,
    ids: all?.map(({ id }) => id).sort((a, b) => a - b) ?? [],
    filters,
    chosen,
    isNarrowed: [search.text, search.groups, search.bearers, search.units].some(Boolean),
  }
}
