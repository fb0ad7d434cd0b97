import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { useReadings } from '../../lib/queries/useReadings.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { ColumnsMenu } from '../../ui/ColumnsMenu.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NewerNote } from '../../ui/NewerNote.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { defaultPageSize, pageCount, pageSearch } from '../../ui/pages.ts'
import { RefreshFailure } from '../../ui/RefreshFailure.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { RowSkeletons } from '../../ui/Skeletons.tsx'
import { useIsPhone } from '../../ui/screen.ts'
import classes from './ListPanel.module.css'
import { hideable, listColumns } from './listColumns.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import { readingFiltersOf } from './readingFilters.ts'
import { type DataFilters, type DataSearch, filtersOf } from './search.ts'
import { nameIn, useMasters } from './useMasters.ts'

interface Props {
  search: DataSearch
  onSearch: (search: DataSearch, replace?: boolean) => void
  onFilters: (filters: DataFilters) => void
  onOpen: (readingId: number, among: readonly { id: number }[]) => void
}

/** Hidden columns are remembered under this name. */
const storeKey = 'data'

/** データ一覧 */
export function ListPanel({ search, onSearch, onFilters, onOpen }: Props) {
  const phone = useIsPhone()
  const masters = useMasters()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { page = 1, limit: size = defaultPageSize } = search
  const listed = useReadings(readingFiltersOf(search), page, size)
  const { readings, count, error } = listed
  const retry = () => void listed.refresh()
  const lastPage = pageCount(count, size)
  const turn = (to: number) => onSearch({ ...search, page: to === 1 ? undefined : to })
  const open = (id: number) => onOpen(id, readings ?? [])
  const unitOf = (id: number) => nameIn(masters.units, id)
  const typeOf = (id: number) => categories.find((category) => category.id === id)?.type

  const pager = readings !== undefined && count > 0 && (
    <Pager
      total={count}
      page={page}
      size={size}
      onChange={(next) => onSearch({ ...search, ...pageSearch(next) })}
    />
  )

  return (
    <div className={classes.panel}>
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
      <AgeNote fetchedAt={listed.fetchedAt} />
      {readings !== undefined && error !== null && (
        <RefreshFailure error={error} fetchedAt={listed.fetchedAt} retry={retry} />
      )}
      <NewerNote count={listed.newer} onShow={() => (size === 'all' ? void listed.showNewest() : turn(1))} />
      {size === 'all' && pager}
      {readings === undefined && error !== null ? (
        <ErrorState error={error} retry={retry} />
      ) : (
        <div
          className={classes.list}
          data-outdated={listed.outdated || undefined}
          aria-busy={listed.outdated}
        >
          <DataTable
            label="データ一覧"
            storeKey={storeKey}
            records={readings && [...readings]}
            columns={listColumns({
              filters: filtersOf(search),
              masters,
              onFilters,
              onOpen: open,
              typeOf,
            })}
            card={(reading) => (
              <ReadingCard
                reading={reading}
                unit={unitOf(reading.meter.meter_unit_id)}
                type={typeOf(reading.meter.meter_category_id)}
                onOpen={() => open(reading.id)}
              />
            )}
            sort={{ accessor: 'time', direction: search.order ?? 'desc' }}
            onSort={({ direction }) =>
              onSearch({ ...search, order: direction === 'asc' ? 'asc' : undefined, page: undefined })
            }
            onRowPress={({ id }) => open(id)}
            endless={size === 'all' ? { more: listed.more } : undefined}
            empty={
              <EmptyState
                text={
                  page > lastPage
                    ? 'このページにはデータがありません。'
                    : '条件に合う測定値がありません。検索条件を変えてください。'
                }
                action={
                  page > lastPage && (
                    <Button variant="default" onClick={() => turn(lastPage)}>
                      最後のページへ
                    </Button>
                  )
                }
              />
            }
          />
        </div>
      )}
      {listed.partial && !listed.growing && (size !== 'all' || listed.more) && (
        <div className={classes.partial} role="status">
          <span>ここまでの測定値を検索しました。期間やメーターを絞り込むと速くなります。</span>
          <Button
            variant="default"
            onClick={() =>
              size === 'all' ? listed.more?.() : onSearch({ ...search, limit: 'all', page: undefined })
            }
          >
            続きを検索
          </Button>
        </div>
      )}
      {listed.growing && <RowSkeletons count={1} height={44} />}
      {size !== 'all' && pager}
    </div>
  )
}
