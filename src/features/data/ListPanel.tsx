import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useImperativeHandle } from 'react'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { readingList } from '../../lib/queries/readings.ts'
import { useList } from '../../lib/queries/useList.ts'
import { useIsPhone } from '../../ui/layout/screen.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ListFrame } from '../../ui/table/ListFrame.tsx'
import { defaultPageSize, pageCount, pageSearch } from '../../ui/table/pages.ts'
import { SearchBox } from '../../ui/table/SearchBox.tsx'
import classes from './ListPanel.module.css'
import { hideable, listColumns } from './listColumns.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import { readingFiltersOf } from './readingFilters.ts'
import { type DataFilters, type DataSearch, filtersOf } from './search.ts'
import { nameIn, useMasters } from './useMasters.ts'
import type { Reloadable } from './useRefresh.ts'

interface Props {
  ref: Ref<Reloadable>
  search: DataSearch
  /** Whether what searches and sorts stands above the list. */
  tools: boolean
  onSearch: (search: DataSearch, replace?: boolean) => void
  onFilters: (filters: DataFilters) => void
  onOpen: (readingId: number) => void
  /** The reading in the address, among those through which it moves. */
  detail: (listed: readonly ({ id: number } | undefined)[]) => ReactNode
}

const label = 'データ一覧'

/** Hidden columns are remembered under this name. */
const storeKey = 'data'

/** データ一覧 */
export function ListPanel({ ref, search, tools, onSearch, onFilters, onOpen, detail }: Props) {
  const phone = useIsPhone()
  const masters = useMasters()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { page = 1, limit: size = defaultPageSize } = search
  const listed = useList(readingList(readingFiltersOf(search)), page, size)
  useImperativeHandle(ref, () => listed)
  const { rows, count } = listed
  const endless = size === 'all'
  const opened = search.value === undefined ? -1 : rows?.findIndex((row) => row?.id === search.value)
  const lastPage = pageCount(count, size)
  const turn = (next: ReturnType<typeof pageSearch>) => onSearch({ ...search, ...next })
  const unitOf = (id: number) => nameIn(masters.units, id)
  const typeOf = (id: number) => categories.find((category) => category.id === id)?.type

  return (
    <div className={classes.panel}>
      {tools && (
        <div className={classes.tools}>
          <SearchBox
            className={classes.search}
            label="メーター名・値・日時で検索"
            value={search.text ?? ''}
            onSearch={(text) => onSearch({ ...search, text: text || undefined, page: undefined }, true)}
          />
          {phone ? (
            <Button
              variant="default"
              onClick={() =>
                onSearch({ ...search, order: search.order === 'asc' ? undefined : 'asc', page: undefined })
              }
            >
              {search.order === 'asc' ? '古い順' : '新しい順'}
            </Button>
          ) : (
            <div className={classes.columns}>
              <ColumnsMenu storeKey={storeKey} columns={hideable} />
            </div>
          )}
        </div>
      )}
      <ListFrame
        label={label}
        listed={listed}
        page={page}
        size={size}
        onPage={turn}
        rowHeight={44}
        note={
          listed.partial &&
          !listed.growing &&
          (!endless || listed.more) && (
            <div className={classes.partial} role="status">
              <span>ここまでの測定値を検索しました。期間やメーターを絞り込むと速くなります。</span>
              <Button
                variant="default"
                onClick={() =>
                  endless ? listed.more?.() : onSearch({ ...search, limit: 'all', page: undefined })
                }
              >
                続きを検索
              </Button>
            </div>
          )
        }
      >
        <DataTable
          label={label}
          storeKey={storeKey}
          records={rows}
          columns={listColumns({
            filters: filtersOf(search),
            masters,
            onFilters,
            onOpen,
            typeOf,
          })}
          card={(reading) => (
            <ReadingCard
              reading={reading}
              unit={unitOf(reading.meter.meter_unit_id)}
              type={typeOf(reading.meter.meter_category_id)}
              onOpen={() => onOpen(reading.id)}
            />
          )}
          sort={{ accessor: 'time', direction: search.order ?? 'desc' }}
          onSort={({ direction }) =>
            onSearch({ ...search, order: direction === 'asc' ? 'asc' : undefined, page: undefined })
          }
          onRowPress={({ id }) => onOpen(id)}
          endless={endless ? { look: listed.look, opened } : undefined}
          empty={
            <EmptyState
              text={
                page > lastPage
                  ? 'このページにはデータがありません。'
                  : '条件に合う測定値がありません。検索条件を変えてください。'
              }
              action={
                page > lastPage && (
                  <Button variant="default" onClick={() => turn(pageSearch({ page: lastPage, size }))}>
                    最後のページへ
                  </Button>
                )
              }
            />
          }
        />
      </ListFrame>
      {search.value !== undefined && detail(rows ?? [])}
    </div>
  )
}
