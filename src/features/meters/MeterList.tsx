import { Button, Skeleton } from '@mantine/core'
import { IconFilterX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use } from 'react'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { earlyLazy } from '../../ui/layout/earlyLazy.ts'
import { isPhone, useIsBroad, useIsPhone } from '../../ui/layout/screen.ts'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { Cards } from '../../ui/table/Cards.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { defaultPageSize, pageOf, pageSearch } from '../../ui/table/pages.ts'
import { RefreshFailure } from '../../ui/table/RefreshFailure.tsx'
import { SearchBox } from '../../ui/table/SearchBox.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../ui/text/clock.ts'
import { hideable, storeKey } from './hideable.ts'
import { MeterCard } from './MeterCard.tsx'
import classes from './MeterList.module.css'
import { type MeterRow, rowsOf, selectRows } from './rows.ts'
import { isNarrowed, listOf, type MeterSearch, type Narrowed, narrowings } from './search.ts'

interface Props {
  search: MeterSearch
  onSearch: (search: MeterSearch, replace?: boolean) => void
}

const loadTable = () => import('./MeterTable.tsx')
/** A phone shows cards, and has its filters in a sheet that most visits never open. */
const MeterTable = lazy(loadTable)
const MeterFilterFields = earlyLazy(() => import('./MeterFilterFields.tsx'))
const ColumnsMenu = lazy(async () => ({
  default: (await import('../../ui/table/ColumnsMenu.tsx')).ColumnsMenu,
}))
// Where it cannot be had now it is asked for again when it is drawn.
if (!isPhone()) loadTable().catch(() => undefined)

/** メーター一覧 */
export function MeterList({ search, onSearch }: Props) {
  const phone = useIsPhone()
  const broad = useIsBroad()
  const zone = use(TimeZone)
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

  const list = {
    label: 'メーター一覧',
    records: paged?.records,
    card: (row: MeterRow) => <MeterCard row={row} />,
    // All of them are here; only those near the window are drawn.
    endless: size === 'all' ? {} : undefined,
    empty: (
      <EmptyState
        text={
          meters.data?.length === 0
            ? 'メーターはまだ登録されていません。「メーター追加」から登録してください。'
            : '条件に合うメーターがありません。検索や絞り込みを変えてください。'
        }
      />
    ),
  }

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
              {(draft, set) => (
                <Suspense fallback={<Skeleton height="var(--control-height)" />}>
                  <MeterFilterFields value={draft} masters={masters} onChange={set} />
                </Suspense>
              )}
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
            <Suspense fallback={<Skeleton className={classes.columns} />}>
              <ColumnsMenu storeKey={storeKey} columns={hideable} />
            </Suspense>
          </div>
        )}
      </div>
      <AgeNote fetchedAt={meters.dataUpdatedAt} />
      {meters.error && <RefreshFailure error={meters.error} fetchedAt={meters.dataUpdatedAt} retry={retry} />}
      {size === 'all' && pager}
      {phone ? (
        <Cards {...list} />
      ) : (
        <Suspense fallback={<RowSkeletons count={10} height={44} />}>
          <MeterTable {...list} search={search} masters={masters} onChange={change} />
        </Suspense>
      )}
      {size !== 'all' && pager}
    </div>
  )
}

const none: Narrowed = { units: undefined, categories: undefined, groups: undefined, inspections: undefined }
