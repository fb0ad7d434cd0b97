import { Button, Group } from '@mantine/core'
import { type ReactNode, type Ref, use, useImperativeHandle } from 'react'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { readingList } from '../../../lib/queries/readings.ts'
import { useList } from '../../../lib/queries/useList.ts'
import { DataList } from '../../../ui/table/DataList.tsx'
import { defaultPageSize } from '../../../ui/table/pages.ts'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { useReadingBulk } from '../bulk/useReadingBulk.tsx'
import { listColumns } from './listColumns.tsx'
import { ReadingCard } from './ReadingCard.tsx'
import { readingFiltersOf } from './readingFilters.ts'
import { type DataFilters, type DataSearch, filterKeys, filtersOf } from './search.ts'
import type { Reloadable } from './useRefresh.ts'

interface Props {
  ref: Ref<Reloadable>
  search: DataSearch
  /** Shows search and sort above the list. */
  tools: boolean
  onSearch: (search: DataSearch, replace?: boolean) => void
  onFilters: (filters: DataFilters) => void
  onOpen: (readingId: number) => void
  /** The dialog of the URL's reading, with its neighbours in the list. */
  detail: (listed: readonly ({ id: number } | undefined)[]) => ReactNode
}

/** データ一覧 */
export function ListPanel({ ref, search, tools, onSearch, onFilters, onOpen, detail }: Props) {
  const { categories, ...masters } = useMasters('categories', ...filterKeys)
  const { page = 1, limit: size = defaultPageSize } = search
  const filters = readingFiltersOf(search)
  const listed = useList(readingList(filters), page, size)
  const bulk = useReadingBulk(filters, listed.count, use(TimeZone))
  useImperativeHandle(ref, () => listed)
  const categoryOf = (id: number) => categories.find((category) => category.id === id)
  const continueSearch = () =>
    size === 'all' ? listed.more?.() : onSearch({ ...search, limit: 'all', page: undefined })

  return (
    <>
      <DataList
        label="データ一覧"
        storeKey="data"
        columns={listColumns({ masters, onOpen, categoryOf })}
        card={(reading) => (
          <ReadingCard
            reading={reading}
            unit={nameIn(masters.units, reading.meter.meter_unit_id)}
            category={categoryOf(reading.meter.meter_category_id)}
            onOpen={() => onOpen(reading.id)}
          />
        )}
        listed={listed}
        search={search}
        onSearch={(next, replace) => {
          if (filterKeys.every((name) => next[name] === search[name])) onSearch(next, replace)
          else onFilters(filtersOf(next))
        }}
        searchBox={{ key: 'text', label: 'メーター名・値・日時で検索' }}
        narrowable={tools}
        filtersElsewhere
        isOpened={({ id }) => id === search.value}
        onRowPress={({ id }) => onOpen(id)}
        selecting={bulk.selecting}
        empty={{
          nothing: '条件に合う測定値がありません。検索条件を変えてください。',
          narrowed: '条件に合う測定値がありません。検索条件を変えてください。',
        }}
        note={
          listed.partial &&
          !listed.loadingMore &&
          (size !== 'all' || listed.more) && (
            <Group gap="8px 16px" role="status">
              <span>ここまでの測定値を検索しました。期間やメーターを絞り込むと速くなります。</span>
              <Button variant="default" onClick={continueSearch}>
                続きを検索
              </Button>
            </Group>
          )
        }
      />
      {bulk.dialog}
      {search.value !== undefined && detail(listed.rows ?? [])}
    </>
  )
}
