import { Button } from '@mantine/core'
import { IconFilterX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { ColumnsMenu } from '../../ui/ColumnsMenu.tsx'
import { TimeZone } from '../../ui/clock.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { useHiddenColumns } from '../../ui/hiddenColumns.ts'
import { NameSelect } from '../../ui/NameSelect.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { defaultPageSize, pageOf, pageSearch } from '../../ui/pages.ts'
import { RefreshFailure } from '../../ui/RefreshFailure.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useIsBroad, useIsPhone } from '../../ui/screen.ts'
import { MeterCard } from './MeterCard.tsx'
import classes from './MeterList.module.css'
import { hideable, meterColumns } from './meterColumns.tsx'
import { type MeterRow, rowsOf, selectRows } from './rows.ts'
import { isNarrowed, type MeterSearch, type Narrowed, narrowingLabel, narrowings } from './search.ts'

interface Props {
  search: MeterSearch
  onSearch: (search: MeterSearch, replace?: boolean) => void
}

/** Columns are remembered under this name. */
const storeKey = 'meters'

/** メーター一覧 */
export function MeterList({ search, onSearch }: Props) {
  const phone = useIsPhone()
  const broad = useIsBroad()
  const zone = use(TimeZone)
  const { hidden } = useHiddenColumns(storeKey)
  const meters = useQuery(metersQuery)
  const { data: units = [] } = useQuery(unitsQuery)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: groups = [] } = useQuery(groupsQuery)
  const { data: inspections = [] } = useQuery(inspectionsQuery)
  const masters = { units, categories, groups, inspections }
  const retry = () => void meters.refetch()

  if (meters.data === undefined && meters.error) return <ErrorState error={meters.error} retry={retry} />

  const found = meters.data && selectRows(rowsOf(meters.data, masters, zone), search)
  const { page = 1, limit: size = defaultPageSize } = search
  const paged = found && pageOf(found, page, size)
  /** Other rows begin on page 1. */
  const change = (part: MeterSearch, replace = false) =>
    onSearch({ ...search, ...part, page: undefined }, replace)
  const narrowed: Narrowed = Object.fromEntries(narrowings.map((name) => [name, search[name]]))
  const chips = narrowings.flatMap((name) =>
    (search[name] ?? []).map((id) => ({
      key: `${name}-${id}`,
      label: masters[name].find((row) => row.id === id)?.name ?? '削除された項目',
      onRemove: () => change({ [name]: listOf(search[name]?.filter((each) => each !== id)) }),
    })),
  )

  const pager = paged && found.length > 0 && (
    <Pager
      total={found.length}
      page={paged.shown}
      size={size}
      onChange={(next) => onSearch({ ...search, ...pageSearch(next) })}
    />
  )

  return (
    <div className={classes.screen}>
      <div className={classes.tools}>
        <SearchBox
          className={classes.search}
          label="メーターを検索"
          value={search.text ?? ''}
          onSearch={(text) => change({ text: text || undefined }, true)}
        />
        {!broad && (
          <div className={classes.filters}>
            <FilterBar<Narrowed> value={narrowed} cleared={none} onApply={change} chips={phone ? chips : []}>
              {(draft, set) =>
                narrowings.map((name) => (
                  <NameSelect
                    className={classes.narrowing}
                    key={name}
                    label={narrowingLabel[name]}
                    rows={masters[name]}
                    chosen={draft[name] ?? []}
                    onChoose={(ids) => set({ ...draft, [name]: listOf(ids) })}
                  />
                ))
              }
            </FilterBar>
          </div>
        )}
        {!phone && (
          <div className={classes.view}>
            {isNarrowed(search) && (
              <Button
                variant="default"
                leftSection={<IconFilterX size={18} aria-hidden />}
                onClick={() => onSearch({ sort: search.sort, order: search.order, limit: search.limit })}
              >
                条件をクリア
              </Button>
            )}
            <ColumnsMenu storeKey={storeKey} columns={hideable} />
          </div>
        )}
      </div>
      <AgeNote fetchedAt={meters.dataUpdatedAt} />
      {meters.error && <RefreshFailure error={meters.error} fetchedAt={meters.dataUpdatedAt} retry={retry} />}
      {size === 'all' && pager}
      <DataTable<MeterRow>
        label="メーター一覧"
        storeKey={storeKey}
        records={paged?.records}
        columns={meterColumns(search, masters, change, !broad || hidden.includes('unit'))}
        card={(row) => <MeterCard row={row} />}
        sort={{
          accessor: search.sort ?? 'name',
          direction: search.order ?? 'asc',
        }}
        onSort={({ accessor, direction }) =>
          change({ sort: accessor === 'updated' ? 'updated' : 'name', order: direction })
        }
        // All of them are here; only those near the window are drawn.
        endless={size === 'all' ? {} : undefined}
        empty={
          <EmptyState
            text={
              meters.data?.length === 0
                ? 'メーターはまだ登録されていません。'
                : '条件に合うメーターがありません。検索や絞り込みを変えてください。'
            }
          />
        }
      />
      {size !== 'all' && pager}
    </div>
  )
}

const none: Narrowed = { units: undefined, categories: undefined, groups: undefined, inspections: undefined }

/** A filter that chooses nothing is no filter. */
const listOf = (ids: number[] | undefined) => (ids && ids.length > 0 ? ids : undefined)
