import { ActionIcon, Button, Skeleton, Text } from '@mantine/core'
import { IconArrowsSplit2, IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, Suspense, use, useState } from 'react'
import { addMonths } from '../../../contract/closing/closingDates.ts'
import { usagesQuery } from '../../lib/queries/usages.ts'
import { ExportButton } from '../../shared/exports/ExportButton.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import layout from '../../ui/layout/toolsAbove.module.css'
import { filterAndSortRows, localList } from '../../ui/table/localList.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import { GroupingSelect } from './GroupingSelect.tsx'
import { PeriodList } from './PeriodList.tsx'
import { PeriodTools } from './PeriodTools.tsx'
import { shownPeriod, usualView } from './periods.ts'
import { columnsOf, type UsageSearch } from './search.ts'
import classes from './UsageScreen.module.css'
import { hideableColumns, usageColumns } from './usageColumns.tsx'
import { shownColumns, usageCsvColumns } from './usageCsv.ts'
import { groupedRows, totalRows, type UsageTableRow } from './usageTable.ts'
import { useUsageMeters } from './useUsageMeters.ts'
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

const chartIcon = <IconChartBar size={20} aria-hidden />
const allocationIcon = <IconArrowsSplit2 size={20} aria-hidden />
const chartSkeleton = <Skeleton height={360} />

/** By which filter the meters of a sum are found. */
const filterKeys = { group: 'groups', bearer: 'bearers', unit: 'units' } as const

/** 使用量: what meters counted by month, day or hour, each by itself or added up. */
export function UsageScreen({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const today = todayIn(zone, useCurrentMinute())
  const phone = useIsPhone()
  const [usual] = useState(usualView)
  const { view = usual, at = today, by } = search
  const shown = columnsOf(search)
  const { period, days, asked, label } = shownPeriod(view, at, today)

  const { meters, all: counters, ids, filters, chosen: counted, isNarrowed } = useUsageMeters(search, true)
  const usages = useQuery({ ...usagesQuery(period, asked, ids), enabled: ids.length > 0 })
  const isLoaded = counters !== undefined && (ids.length === 0 || usages.data !== undefined)
  const table = useUsageTable(usages.data, { view, at, today })

  const rows = by === undefined ? counted.map(table.row) : groupedRows(counted, { by, table })
  const totals = by === undefined && counted.length > 1 ? totalRows(counted, table) : []

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
          <GroupingSelect search={search} onChange={(kind) => change({ ...kind, sort: undefined })} />
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
        <PeriodList
          label="使用量"
          storeKey="usage"
          columns={columns}
          hideable={hideableColumns(view, by)}
          listed={listed}
          totals={totals}
          meters={{ filters, isNarrowed }}
          search={search}
          onSearch={onSearch}
          csv={
            <ExportButton
              target="usages"
              columnsOf={(keys) => {
                const options = { view, by, table }
                return usageCsvColumns(keys ?? shownColumns(shown, options), options)
              }}
              rows={isLoaded ? sorted : undefined}
              fileName={`usage-${days.from}.csv`}
            />
          }
          nothing={noCounters}
        />
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

const noCounters =
  '使用量を計算するメーターがまだありません。積算メーターを登録して測定すると、ここに表示します。ほかのメーターの最大・最小・平均は「集計」から表示できます。'
