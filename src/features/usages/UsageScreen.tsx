import { ActionIcon, Button, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconArrowsSplit2, IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { addMonths } from '../../../contract/closing/closingDates.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { usagesQuery } from '../../lib/queries/usages.ts'
import { ExportButton } from '../../shared/exports/ExportButton.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import layout from '../../ui/layout/toolsAbove.module.css'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import type { ListParams } from '../../ui/table/column.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { filterAndSortRows, localList } from '../../ui/table/localList.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import { moveBetweenCells } from './moveBetweenCells.ts'
import { PeriodTools } from './PeriodTools.tsx'
import { shownPeriod } from './periods.ts'
import { columnKeys, columnsOf, type Grouping, groupings, type UsageSearch, type View } from './search.ts'
import { filterTexts, type UsageFilter, UsageFilters } from './UsageFilters.tsx'
import classes from './UsageScreen.module.css'
import { groupingNames, hideableColumns, identityColumns, usageColumns } from './usageColumns.tsx'
import { shownColumns, usageCsvColumns } from './usageCsv.ts'
import { groupedRows, totalRows, type UsageMeter, type UsageTableRow } from './usageTable.ts'
import { useUsageTable } from './useUsageTable.ts'

/** Lazy: the chart library is larger than the screen. */
const UsageChart = lazy(async () => ({ default: (await import('./chart/UsageChart.tsx')).UsageChart }))
const AllocationsDialog = lazy(async () => ({
  default: (await import('./AllocationsDialog.tsx')).AllocationsDialog,
}))
const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog.tsx')).ProofDialog }))

interface Props {
  search: UsageSearch
  onSearch: (search: UsageSearch, replace?: boolean) => void
}

/** On a desktop the months of the year; where there is less room, this month and the last one. */
const usualView = (): View => (window.matchMedia('(width >= 75em)').matches ? 'year' : 'recent')

const groupingChoices = [
  { value: '', label: groupingNames.meter },
  ...groupings.map((value) => ({ value, label: groupingNames[value] })),
]

const chartIcon = <IconChartBar size={20} aria-hidden />
const allocationIcon = <IconArrowsSplit2 size={20} aria-hidden />
const chartSkeleton = <Skeleton height={360} />

/** By which filter the meters of a sum are found. */
const filterKeys = { group: 'groups', bearer: 'bearers', unit: 'units' } as const

const isChosen = (ids: readonly number[] | undefined, id: number | null) =>
  ids === undefined || (id !== null && ids.includes(id))

/** 使用量: what meters counted by month, day or hour, each by itself or added up. */
export function UsageScreen({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const today = todayIn(zone, useCurrentMinute())
  const phone = useIsPhone()
  const [usual] = useState(usualView)
  const { view = usual, at = today, by } = search
  const shown = columnsOf(search)
  const { period, days, asked, label } = shownPeriod(view, at, today)

  const meters = useQuery(metersQuery)
  const { units, groups } = useMasters('units', 'groups')
  const { data: bearers = [] } = useQuery(costBearersQuery)
  const counters = useMemo(
    () =>
      meters.data
        ?.filter((meter) => meter.is_cumulative)
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
    [meters.data, units, groups, bearers],
  )
  const ids = counters?.map(({ id }) => id).sort((a, b) => a - b) ?? []
  const usages = useQuery({ ...usagesQuery(period, asked, ids), enabled: ids.length > 0 })
  const isLoaded = counters !== undefined && (ids.length === 0 || usages.data !== undefined)
  const table = useUsageTable(usages.data, { view, at, today })

  const isUsed = (unitId: number) => counters?.some(({ meter }) => meter.meter_unit_id === unitId) === true
  const filters: UsageFilter[] = [
    { key: 'groups', title: 'メーターグループ', options: groups },
    { key: 'bearers', title: '負担先', options: bearers },
    { key: 'units', title: '単位', options: units.filter(({ id }) => isUsed(id)) },
  ]
  const counted = filterAndSortRows(
    counters?.filter(
      ({ meter }) =>
        isChosen(search.groups, meter.meter_group_id) &&
        isChosen(search.bearers, meter.cost_bearer_id) &&
        isChosen(search.units, meter.meter_unit_id),
    ) ?? [],
    [{ key: 'name', title: '', text: ({ name }: UsageMeter) => name }, ...identityColumns],
    { text: search.text },
  )
  const rows = by === undefined ? counted.map(table.row) : groupedRows(counted, { by, table })
  const totals = by === undefined && counted.length > 1 ? totalRows(counted, table) : []
  const isNarrowed = [search.text, search.groups, search.bearers, search.units].some(Boolean)

  const change = (part: Partial<UsageSearch>, replace = false) =>
    onSearch({ ...search, ...part, page: undefined }, replace)
  const openProof = (row: UsageTableRow, from: string) => onSearch({ ...search, meter: row.id, cell: from })
  const chartToggle = {
    variant: search.chart === undefined ? 'default' : 'light',
    'aria-pressed': search.chart !== undefined,
    onClick: () => onSearch({ ...search, chart: search.chart === undefined ? 'first' : undefined }),
  }
  const allocationOpener = {
    variant: 'default',
    onClick: () => onSearch({ ...search, allocations: lastWholeMonth(days.to, today) }),
  }
  const columns = usageColumns({
    view,
    by,
    shown,
    table,
    today,
    isTable: !phone,
    onOpen: openProof,
    onNarrow: ({ groupedId }) => {
      if (by !== undefined && groupedId !== null) change({ by: undefined, [filterKeys[by]]: [groupedId] })
    },
  })
  const hideable = hideableColumns(view, by)
  const order = { sort: search.sort, order: search.order }
  const sorted = filterAndSortRows(rows, columns, order)
  const charted = [...totals, ...sorted]
  const charting = charted.find(({ key }) => key === search.chart) ?? charted[0]
  const query = {
    dataUpdatedAt: usages.dataUpdatedAt,
    error: meters.error ?? usages.error,
    refetch: () => Promise.all([meters.refetch(), ids.length > 0 && usages.refetch()]),
  }
  const listed = localList(isLoaded ? sorted : undefined, query, columns, {
    ...order,
    page: search.page,
    limit: search.limit,
  })
  const opened = counters?.find(({ id }) => id === search.meter)
  return (
    <Page title="使用量" count={label} tabbed>
      <div className={clsx(layout.screen, classes.screen)} data-dense={period !== 'month' || undefined}>
        <div className={layout.tools}>
          <PeriodTools
            view={view}
            at={at}
            today={today}
            onChange={(next, day) =>
              change({ view: next, at: day === today ? undefined : day, sort: undefined })
            }
          />
          <NativeSelect
            aria-label="集計"
            size="md"
            data={groupingChoices}
            value={by ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ by: groupings.find((each: Grouping) => each === value), sort: undefined })
            }
          />
          {phone ? (
            <ActionIcon {...chartToggle} aria-label="グラフ">
              {chartIcon}
            </ActionIcon>
          ) : (
            <Button {...chartToggle} leftSection={chartIcon}>
              グラフ
            </Button>
          )}
          {phone ? (
            <ActionIcon {...allocationOpener} aria-label="按分">
              {allocationIcon}
            </ActionIcon>
          ) : (
            <Button {...allocationOpener} leftSection={allocationIcon}>
              按分
            </Button>
          )}
        </div>
        {search.chart !== undefined &&
          (isLoaded
            ? charting && (
                <Suspense fallback={chartSkeleton}>
                  <UsageChart
                    rows={charted}
                    row={charting}
                    view={view}
                    table={table}
                    name={label}
                    onRow={({ key }) => onSearch({ ...search, chart: key })}
                    onOpen={openProof}
                  />
                </Suspense>
              )
            : query.error === null && chartSkeleton)}
        {[...rows, ...totals].some(({ hasParent }) => hasParent) && (
          <Text size="sm">親メーターと子メーターの両方を含む合計では、同じ使用量を2回数えています。</Text>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the cells, which are buttons */}
        <div onKeyDown={moveBetweenCells}>
          <DataList
            label="使用量"
            storeKey="usage"
            columns={columns}
            listed={listed}
            totals={totals}
            search={search}
            onSearch={onSearch}
            searchBox={{ key: 'text', label: 'メーターを検索' }}
            filtersElsewhere
            conditions={filterTexts(filters, search as ListParams)}
            refreshable
            tools={
              <>
                <UsageFilters
                  filters={filters.filter(({ options }) => options.length > 0)}
                  values={search as ListParams}
                  onChange={(values) => change(values as UsageSearch)}
                />
                {!phone && (
                  <>
                    <ColumnsMenu
                      columns={hideable}
                      shown={shown}
                      onChange={(chosen) => {
                        const others = shown.filter((key) => hideable.every((column) => column.key !== key))
                        change({ columns: columnKeys.filter((key) => [...chosen, ...others].includes(key)) })
                      }}
                    />
                    <ExportButton
                      target="usages"
                      columnsOf={(keys) => {
                        const options = { view, by, table }
                        return usageCsvColumns(keys ?? shownColumns(shown, options), options)
                      }}
                      rows={isLoaded ? sorted : undefined}
                      fileName={`usage-${days.from}.csv`}
                    />
                  </>
                )}
              </>
            }
            empty={{ nothing: isNarrowed ? noMatch : noCounters, narrowed: noMatch }}
          />
        </div>
      </div>
      {search.allocations !== undefined && counters && (
        <Suspense>
          <AllocationsDialog
            month={search.allocations}
            latest={monthOf(today)}
            meters={counters}
            onMonth={(month) => onSearch({ ...search, allocations: month }, true)}
            onClose={() => onSearch({ ...search, allocations: undefined }, true)}
          />
        </Suspense>
      )}
      {opened && search.cell !== undefined && (
        <Suspense>
          <ProofDialog
            meter={opened.meter}
            unit={opened.unit}
            period={period}
            from={search.cell}
            onClose={() => onSearch({ ...search, meter: undefined, cell: undefined }, true)}
          />
        </Suspense>
      )}
    </Page>
  )
}

const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length)

/** Returns the month of a day, or the last one that is over: until then its usage is unknown. */
function lastWholeMonth(day: string, today: string): string {
  const last = addMonths(monthOf(today), -1)
  if (monthOf(day) < last) return monthOf(day)
  return last
}

const noMatch = '条件に合うメーターがありません。検索や絞り込みを変えてください。'
const noCounters =
  '使用量を計算するメーターがまだありません。積算メーターを登録して測定すると、ここに表示します。'
