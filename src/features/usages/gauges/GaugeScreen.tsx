import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { statisticsQuery } from '../../../lib/queries/usages.ts'
import { ListCsv } from '../../../shared/lists/ListCsv.tsx'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { Page } from '../../../ui/layout/Page.tsx'
import layout from '../../../ui/layout/toolsAbove.module.css'
import { filterAndSortRows, localList } from '../../../ui/table/localList.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import { GroupingSelect } from '../GroupingSelect.tsx'
import { PeriodList } from '../PeriodList.tsx'
import { PeriodTools } from '../PeriodTools.tsx'
import { shownPeriod, usualView } from '../periods.ts'
import { columnsOf, type UsageSearch } from '../search.ts'
import classes from '../UsageScreen.module.css'
import { useUsageMeters } from '../useUsageMeters.ts'
import cellClasses from './GaugeCellText.module.css'
import { gaugeColumns, gaugeCsvColumns, hideableColumns } from './gaugeColumns.tsx'
import { type GaugeRow, gaugeTable } from './gaugeTable.ts'
import { namesOf, statisticNames, statisticsOf } from './gaugeTexts.ts'

const GaugeDialog = lazy(async () => ({ default: (await import('./GaugeDialog.tsx')).GaugeDialog }))

interface Props {
  search: UsageSearch
  onSearch: (search: UsageSearch, replace?: boolean) => void
}

/** Maximum, minimum and mean of the meters that do not count up, by month, day or hour. */
export function GaugeScreen({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const today = todayIn(zone, now)
  const phone = useIsPhone()
  const [usual] = useState(usualView)
  const { view = usual, at = today } = search
  const by = search.by === 'group' ? search.by : undefined
  const shown = columnsOf(search)
  const { period, days, label } = shownPeriod(view, at, today)
  const known = statisticsOf(by !== undefined)
  const statistic = known.find((each) => each === search.statistic)
  const statistics = statistic === undefined ? known : [statistic]

  const { meters, all, ids, filters, chosen, isNarrowed } = useUsageMeters(search, false)
  const rowsOfPeriods = useQuery({ ...statisticsQuery(period, days, ids), enabled: ids.length > 0 })
  const isLoaded = all !== undefined && (ids.length === 0 || rowsOfPeriods.data !== undefined)
  const table = useMemo(() => gaugeTable(rowsOfPeriods.data ?? [], now), [rowsOfPeriods.data, now])
  const rows = by === undefined ? chosen.map(table.row) : table.groups(chosen)

  const change = (part: Partial<UsageSearch>) => onSearch({ ...search, ...part, page: undefined })
  const options = {
    view,
    by,
    statistics,
    shown,
    table,
    today,
    isTable: !phone,
    onOpen: ({ key }: GaugeRow, from: string) => onSearch({ ...search, row: key, cell: from }),
    onNarrow: ({ groupedId }: GaugeRow) => {
      if (groupedId !== null) change({ by: undefined, groups: [groupedId] })
    },
  }
  const columns = gaugeColumns(options)
  const order = { sort: search.sort, order: search.order }
  const sorted = filterAndSortRows(rows, columns, order)
  const query = {
    dataUpdatedAt: rowsOfPeriods.dataUpdatedAt,
    error: meters.error ?? rowsOfPeriods.error,
    refetch: () => Promise.all([meters.refetch(), ids.length > 0 && rowsOfPeriods.refetch()]),
  }
  const listed = localList(isLoaded ? sorted : undefined, query, columns, {
    ...order,
    page: search.page,
    limit: search.limit,
  })
  const opened = isLoaded && search.cell !== undefined && rows.find(({ key }) => key === search.row)
  const names = namesOf(statistics)
  return (
    <Page title={names} count={label} tabbed>
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
          <GroupingSelect
            search={{ of: 'gauges', by }}
            onChange={(kind) => change({ ...kind, sort: undefined })}
          />
          {!phone && (
            <NativeSelect
              aria-label="値"
              size="md"
              data={[
                { value: '', label: 'すべて' },
                ...known.map((value) => ({ value, label: statisticNames[value] })),
              ]}
              value={statistic ?? ''}
              onChange={({ currentTarget: { value } }) =>
                change({ statistic: known.find((each) => each === value) })
              }
            />
          )}
        </div>
        {statistics.length > 1 && <p className={cellClasses.order}>各欄は上から {names}</p>}
        <PeriodList
          label={names}
          storeKey="gauges"
          columns={columns}
          hideable={hideableColumns(by)}
          listed={listed}
          meters={{ filters, isNarrowed }}
          search={search}
          onSearch={onSearch}
          csv={
            <ListCsv
              columns={gaugeCsvColumns(options, columns, zone)}
              rows={isLoaded ? sorted : undefined}
              fileName={`statistics-${days.from}.csv`}
            />
          }
          nothing={noGauges}
        />
      </div>
      {opened && search.cell !== undefined && (
        <Suspense>
          <GaugeDialog
            row={opened}
            view={view}
            from={search.cell}
            onClose={() => onSearch({ ...search, row: undefined, cell: undefined }, true)}
          />
        </Suspense>
      )}
    </Page>
  )
}

const noGauges =
  '積算しないメーターがまだありません。圧力計や温度計などを登録して測定すると、ここに最大・最小・平均を表示します。'
