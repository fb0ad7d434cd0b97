import { ActionIcon, Button, Flex, Tooltip } from '@mantine/core'
import { IconFilterX, IconListCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useIsBroad, useIsPhone } from '../layout/breakpoints.ts'
import { EmptyState } from '../state/EmptyState.tsx'
import { Cards } from './Cards.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import {
  type Column,
  type Filter,
  filterOf,
  idsParam,
  type ListParams,
  type NamedRow,
  type Sort,
  sortFromParams,
  textParam,
} from './column.ts'
import classes from './DataList.module.css'
import { FilterBar } from './FilterBar.tsx'
import { FilterFields } from './FilterFields.tsx'
import { useHiddenColumns } from './hiddenColumns.ts'
import { ListFrame } from './ListFrame.tsx'
import type { ListSearch } from './listSearch.ts'
import type { ListState } from './listState.ts'
import { defaultPageSize, pageCount, pageSearchParams } from './pages.ts'
import { RefreshButton } from './RefreshButton.tsx'
import { RowCard } from './RowCard.tsx'
import { SearchBox } from './SearchBox.tsx'
import { RowSkeletons } from './Skeletons.tsx'
import { SortSelect } from './SortSelect.tsx'
import { PreparesPrint, useIsPrinting } from './useIsPrinting.ts'
import { usePrintAll } from './usePrintAll.tsx'
import type { Selecting } from './useSelection.ts'

const loadTable = () => import('./DataTable.tsx')
/** Lazy: not used on phones. */
const DataTable = lazy(loadTable) as unknown as typeof import('./DataTable.tsx').default
/** Lazy: only while rows are chosen. */
const SelectionBar = lazy(async () => ({ default: (await import('./SelectionBar.tsx')).SelectionBar }))
const SelectableCard = lazy(async () => ({ default: (await import('./SelectableCard.tsx')).SelectableCard }))

export interface DataListProps<Row extends { id: number }, Search extends ListSearch> {
  label: string
  /** localStorage key of hidden columns. */
  storeKey: string
  columns: readonly Column<Row>[]
  /** A card that shows more than the columns say, or otherwise. */
  card?: (row: Row) => ReactNode
  listed: ListState<Row>
  /** Rows behind the last one of each page, which are not counted. */
  totals?: readonly Row[]
  /** Filters, sort and page, as in the URL. */
  search: Search
  onSearch: (search: Search, replace?: boolean) => void
  /** Text search by URL key; `cards`: shown for cards only, as table heads have it. */
  searchBox?: { key: keyof Search & string; label: string; cards?: boolean }
  /** Cards below this width. */
  cardsBelow?: 'tablet' | 'desktop'
  /** Messages without any rows, and without matches. */
  empty: { nothing: string; narrowed: string }
  refreshable?: boolean
  /** Next to the tools. */
  tools?: ReactNode
  /** Shows search, filters, sort and printing. */
  narrowable?: boolean
  /** The screen has these filters elsewhere as well. */
  filtersElsewhere?: boolean
  /** What those filters select, for paper; not where they are printed themselves. */
  conditions?: readonly string[]
  /** The row whose detail is open. */
  isOpened?: (row: Row) => boolean
  onRowPress?: (row: Row) => void
  /** Below the rows. */
  note?: ReactNode
  /** Rows can be chosen, to change them together. */
  selecting?: Selecting<Row> | undefined
}

/** A list with search, filters, sort and paging: table, or cards on narrow screens. */
export function DataList<Row extends { id: number }, Search extends ListSearch>(
  props: DataListProps<Row, Search>,
) {
  const { label, storeKey, columns, search, onSearch, searchBox, empty } = props
  const { listed, isPreparing, printButton } = usePrintAll(props.listed)
  const {
    cardsBelow = 'tablet',
    totals,
    refreshable = false,
    tools,
    narrowable = true,
    filtersElsewhere = false,
  } = props
  const { selection } = props.selecting ?? {}
  const selecting = selection?.isOn ? props.selecting : undefined
  const ids = listed.rows?.flatMap((row) => row?.id ?? []) ?? []
  const phone = useIsPhone()
  const isBroad = useIsBroad()
  const isPrinting = useIsPrinting() || isPreparing
  const broad = isBroad || isPrinting
  const isNarrow = cardsBelow === 'tablet' ? phone : !isBroad
  // The browser counts the sheets before the width of the paper could make a table of cards, and leaves the rest out.
  const [asCards, setAsCards] = useState(isNarrow)
  if (!isPrinting && asCards !== isNarrow) setAsCards(isNarrow)
  useEffect(() => {
    // While the rows load. On failure, retried on render.
    if (!asCards) loadTable().catch(() => undefined)
  }, [asCards])
  const { hidden, setHidden } = useHiddenColumns(storeKey)
  const values = search as ListParams
  const card = props.card ?? ((row: Row) => <RowCard columns={columns} row={row} values={values} />)
  const size = search.limit ?? defaultPageSize
  const sort = sortFromParams(columns, search)
  /** Changes reset to page 1. */
  const change = (part: Partial<ListParams>, replace = false) =>
    onSearch({ ...search, ...part, page: undefined }, replace)
  const onSort = ({ key, order }: Sort) => change({ sort: key, order })
  const turn = (next: ReturnType<typeof pageSearchParams>) => onSearch({ ...search, ...next })

  const filters = columns.flatMap((column) => filterOf(column) ?? [])
  const keys = [
    ...(filtersElsewhere ? [] : filters.map(({ key }) => key)),
    ...(searchBox ? [searchBox.key] : []),
  ]
  const narrowed = keys.some((key) => values[key] !== undefined)
  const clear = narrowed && !filtersElsewhere && (
    <Button
      variant="default"
      leftSection={<IconFilterX size={18} aria-hidden />}
      onClick={() => change(without(keys))}
    >
      条件をクリア
    </Button>
  )
  const hideable = columns.filter(({ fixed }) => !fixed)
  const hasMenu = !asCards && hideable.length > 0
  const hasBox = searchBox !== undefined && (asCards || !searchBox.cards)
  /** Filters without a column. */
  const headless = columns
    .filter((column) => !filtersElsewhere && (asCards || (column.broad && !broad)))
    .flatMap((column) => filterOf(column) ?? [])
    .filter(({ key }) => !hasBox || key !== searchBox.key)
  const folded = phone || headless.length > mostInLine
  const chips = headless.flatMap(({ key, title, options }) =>
    options
      ? idsParam(values, key).map((id) => ({
          key: `${key}-${id}`,
          label: nameOf(options, id),
          onRemove: () => {
            const left = idsParam(values, key).filter((each) => each !== id)
            change({ [key]: left.length > 0 ? left : undefined })
          },
        }))
      : textParam(values, key) === undefined
        ? []
        : [
            {
              key,
              label: `${title} ${textParam(values, key)}`,
              onRemove: () => change({ [key]: undefined }),
            },
          ],
  )

  const conditions = [
    ...(filtersElsewhere ? (props.conditions ?? []) : conditionsOf(filters, values)),
    ...(searchBox ? conditionsOf([{ key: searchBox.key, title: '検索', options: undefined }], values) : []),
  ]
  const lastPage = pageCount(listed.count, size)
  const beyond = listed.page > lastPage
  const list = {
    label,
    records: totals && listed.rows?.length ? [...listed.rows, ...totals] : listed.rows,
    virtual:
      size === 'all'
        ? {
            onViewport: listed.onViewport,
            opened: props.isOpened && listed.rows?.findIndex((row) => row && props.isOpened?.(row)),
          }
        : undefined,
    empty: beyond ? (
      <EmptyState
        text="このページにはデータがありません。"
        action={
          <Button variant="default" onClick={() => turn(pageSearchParams({ page: lastPage, size }))}>
            最後のページへ
          </Button>
        }
      />
    ) : (
      <EmptyState text={narrowed ? empty.narrowed : empty.nothing} action={clear} />
    ),
  }
  return (
    <div className={classes.screen}>
      <div className={classes.tools} data-keep-free>
        {narrowable && hasBox && (
          <SearchBox
            className={classes.search}
            label={searchBox.label}
            value={textParam(values, searchBox.key) ?? ''}
            onSearch={(text) => change({ [searchBox.key]: text || undefined }, true)}
          />
        )}
        {narrowable && headless.length > 0 && (
          <div
            className={classes.filters}
            data-single={headless.length === 1 || undefined}
            data-folded={folded || undefined}
          >
            <FilterBar<ListParams>
              value={values}
              cleared={{ ...values, ...without(headless.map(({ key }) => key)) }}
              onApply={change}
              chips={folded ? chips : []}
              folded={folded}
            >
              {(draft, set) => (
                <FilterFields filters={headless} values={draft} labelled={folded} onChange={set} />
              )}
            </FilterBar>
          </div>
        )}
        {narrowable && printButton}
        {narrowable && asCards && columns.some((column) => column.sort) && (
          <SortSelect columns={columns} sort={sort} onSort={onSort} />
        )}
        {refreshable && (
          <RefreshButton compact={phone} fetchedAt={listed.fetchedAt} onRefresh={listed.refresh} />
        )}
        {tools}
        {narrowable && selection && !selection.isOn && ids.length > 0 && (
          <SelectButton compact={!isBroad} onClick={selection.begin} />
        )}
        {!phone && (clear || hasMenu) && (
          <Flex gap="sm" ml="auto">
            {clear}
            {hasMenu && (
              <ColumnsMenu
                compact={!isBroad}
                columns={hideable}
                shown={hideable.map(({ key }) => key).filter((key) => !hidden.includes(key))}
                onChange={(shown) =>
                  setHidden(hideable.map(({ key }) => key).filter((key) => !shown.includes(key)))
                }
              />
            )}
          </Flex>
        )}
      </div>
      <PreparesPrint value={isPreparing}>
        <ListFrame
          label={label}
          listed={listed}
          size={size}
          onPage={turn}
          conditions={conditions}
          note={props.note}
        >
          {asCards || !list.records?.length ? (
            <Cards
              {...list}
              card={selecting ? selectableCard(card, selecting, ids) : card}
              height={asCards ? 112 : 44}
            />
          ) : (
            <Suspense fallback={<RowSkeletons count={10} height={44} />}>
              <DataTable<Row>
                {...list}
                records={list.records}
                columns={columns.filter(
                  (column) =>
                    !hidden.includes(column.key) && (broad || !column.broad) && !(selecting && column.pinned),
                )}
                sort={sort}
                onSort={onSort}
                values={values}
                onFilter={(key, value) => change({ [key]: value })}
                onRowPress={props.onRowPress}
                selecting={selecting}
              />
            </Suspense>
          )}
        </ListFrame>
      </PreparesPrint>
      {selecting && (
        <Suspense>
          <SelectionBar
            selection={selecting.selection}
            listed={ids}
            count={listed.count}
            counter={selecting.counter}
          >
            {selecting.actions}
          </SelectionBar>
        </Suspense>
      )}
    </div>
  )
}

function SelectButton({ compact, onClick }: { compact: boolean; onClick: () => void }) {
  const icon = <IconListCheck size={compact ? 20 : 18} aria-hidden />
  return compact ? (
    <Tooltip label="選択">
      <ActionIcon variant="default" aria-label="選択" onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  ) : (
    <Button variant="default" leftSection={icon} onClick={onClick}>
      選択
    </Button>
  )
}

const selectableCard =
  <Row extends { id: number }>(
    card: (row: Row) => ReactNode,
    { selection, nameOf }: Selecting<Row>,
    ids: readonly number[],
  ) =>
  (row: Row) => (
    <Suspense fallback={<div inert>{card(row)}</div>}>
      <SelectableCard selection={selection} id={row.id} name={nameOf(row)} listed={ids}>
        {card(row)}
      </SelectableCard>
    </Suspense>
  )

/** What the filters select: 単位 MPa・kPa, メーター名 ポンプ. */
const conditionsOf = (filters: readonly Filter[], values: ListParams): string[] =>
  filters.flatMap(({ key, title, options }) => {
    const chosen = options
      ? idsParam(values, key).map((id) => nameOf(options, id))
      : [textParam(values, key)].filter((typed) => typed !== undefined)
    return chosen.length > 0 ? [`${title} ${chosen.join('・')}`] : []
  })

const nameOf = (options: readonly NamedRow[], id: number): string =>
  options.find((row) => row.id === id)?.name ?? '削除された項目'

/** Filters that stand side by side on a tablet. */
const mostInLine = 3

const without = (keys: readonly string[]): Partial<ListParams> =>
  Object.fromEntries(keys.map((key) => [key, undefined]))
