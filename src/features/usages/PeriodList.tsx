import type { ReactNode } from 'react'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import type { ListParams } from '../../ui/table/column.ts'
import { DataList, type DataListProps } from '../../ui/table/DataList.tsx'
import { moveBetweenCells } from './moveBetweenCells.ts'
import { columnsOf, type UsageSearch } from './search.ts'
import { filterTexts, UsageFilters } from './UsageFilters.tsx'
import { chooseColumns, type hideableColumns } from './usageColumns.tsx'
import { noMatch } from './usageTexts.ts'
import type { useUsageMeters } from './useUsageMeters.ts'

interface Props<Row extends { id: number }>
  extends Pick<
    DataListProps<Row, UsageSearch>,
    'label' | 'storeKey' | 'columns' | 'listed' | 'totals' | 'search' | 'onSearch'
  > {
  meters: Pick<ReturnType<typeof useUsageMeters>, 'filters' | 'isNarrowed'>
  hideable: ReturnType<typeof hideableColumns>
  csv: ReactNode
  /** Where no meter is narrowed out. */
  nothing: string
}

/** Meters, or sums of them, by period: with filters, columns and CSV, and arrow keys between the cells. */
export function PeriodList<Row extends { id: number }>(props: Props<Row>) {
  const { meters, hideable, csv, nothing, search, onSearch, ...list } = props
  const { filters, isNarrowed } = meters
  const phone = useIsPhone()
  const shown = columnsOf(search)
  const change = (part: Partial<UsageSearch>) => onSearch({ ...search, ...part, page: undefined })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the cells, which are buttons
    <div onKeyDown={moveBetweenCells}>
      <DataList
        {...list}
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
                  onChange={(chosen) => change({ columns: chooseColumns(shown, hideable, chosen) })}
                />
                {csv}
              </>
            )}
          </>
        }
        empty={{ nothing: isNarrowed ? noMatch : nothing, narrowed: noMatch }}
      />
    </div>
  )
}
