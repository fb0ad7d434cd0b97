import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import { alertList } from '../../lib/queries/alerts.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { useList } from '../../lib/queries/useList.ts'
import { useIsBroad, useIsPhone } from '../../ui/layout/screen.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ColumnsMenu } from '../../ui/table/ColumnsMenu.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { ListFrame } from '../../ui/table/ListFrame.tsx'
import { NameSelect } from '../../ui/table/NameSelect.tsx'
import { defaultPageSize, pageCount, pageSearch } from '../../ui/table/pages.ts'
import { RefreshButton } from '../../ui/table/RefreshButton.tsx'
import { AlertCard } from './AlertCard.tsx'
import classes from './Alerts.module.css'
import { alertColumns, hideable } from './alertColumns.tsx'
import { type AlertSearch, filtersOf, sortOf } from './search.ts'

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
  onOpen: (alert: Alert) => void
  /** Undefined: just after a press that confirmed one. */
  onConfirm: ((alert: Alert) => void) | undefined
  /** The reading in the address, among those through which it moves, and where those stand in the whole list. */
  detail: (among: readonly (Alert | undefined)[], whole: { before: number; count: number }) => ReactNode
}

const label = 'アラート一覧'

/** Hidden columns are remembered under this name. */
const storeKey = 'alerts'

const nothing = {
  occurring: '発生中のアラートはありません。',
  past: '過去のアラートはありません。',
  confirmed: '確認済みのアラートはありません。',
}

/** The alerts of one tab. */
export function AlertList({ search, onSearch, onOpen, onConfirm, detail }: Props) {
  const phone = useIsPhone()
  const broad = useIsBroad()
  const { data: units = [] } = useQuery(unitsQuery)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { tab: state = 'occurring', units: chosenUnits = [] } = search
  const { page = 1, limit: size = defaultPageSize, order = 'desc' } = search
  const listed = useList(alertList(filtersOf(search)), page, size)
  const { rows, count } = listed
  const endless = size === 'all'
  const lastPage = pageCount(count, size)
  const turn = (next: ReturnType<typeof pageSearch>) => onSearch({ ...search, ...next })
  /** Other rows begin on page 1. */
  const change = (part: AlertSearch) => onSearch({ ...search, ...part, page: undefined })
  const narrow = (ids: number[]) => change({ units: ids.length > 0 ? ids : undefined })
  const beyond = page > lastPage
  const chips = chosenUnits.map((id) => ({
    key: String(id),
    label: units.find((unit) => unit.id === id)?.name ?? '削除された項目',
    onRemove: () => narrow(chosenUnits.filter((each) => each !== id)),
  }))

  return (
    <div className={classes.list}>
      <div className={classes.tools}>
        {!broad && (
          <>
            <FilterBar<readonly number[]>
              value={chosenUnits}
              cleared={[]}
              onApply={(ids) => narrow([...ids])}
              chips={phone ? chips : []}
            >
              {(draft, set) => (
                <NameSelect
                  className={phone ? undefined : classes.choice}
                  label="単位"
                  rows={units}
                  chosen={draft}
                  onChoose={set}
                />
              )}
            </FilterBar>
            <Button variant="default" onClick={() => change({ order: order === 'asc' ? undefined : 'asc' })}>
              {order === 'asc' ? '古い順' : '新しい順'}
            </Button>
          </>
        )}
        <RefreshButton compact={phone} fetchedAt={listed.fetchedAt} onRefresh={listed.refresh} />
        {broad && (
          <div className={classes.columns}>
            <ColumnsMenu storeKey={storeKey} columns={hideable} />
          </div>
        )}
      </div>
      <ListFrame label={label} listed={listed} page={page} size={size} onPage={turn} rowHeight={44}>
        <DataTable
          label={label}
          storeKey={storeKey}
          records={rows}
          columns={alertColumns({
            state,
            units,
            chosenUnits,
            onUnits: narrow,
            onOpen,
            onConfirm,
          })}
          // A tablet has no room for both times beside what can be done.
          asCards={!broad}
          card={(alert) => {
            const { meter } = alert.meter_value
            return (
              <AlertCard
                alert={alert}
                unit={units.find(({ id }) => id === meter.meter_unit_id)?.name}
                type={categories.find(({ id }) => id === meter.meter_category_id)?.type}
                onOpen={onOpen}
                onConfirm={onConfirm}
              />
            )
          }}
          sort={{ accessor: sortOf(search), direction: order }}
          onSort={({ accessor, direction }) =>
            change({
              sort: accessor === 'changed' ? 'changed' : 'created',
              order: direction === 'asc' ? 'asc' : undefined,
            })
          }
          endless={
            endless
              ? {
                  look: listed.look,
                  opened: rows?.findIndex((alert) => alert?.meter_value.id === search.value),
                }
              : undefined
          }
          empty={
            beyond ? (
              <EmptyState
                text="このページにはアラートがありません。"
                action={
                  <Button variant="default" onClick={() => turn(pageSearch({ page: lastPage, size }))}>
                    最後のページへ
                  </Button>
                }
              />
            ) : (
              <EmptyState
                text={
                  chosenUnits.length > 0
                    ? '条件に合うアラートがありません。単位の絞り込みを変えてください。'
                    : nothing[state]
                }
                action={
                  chosenUnits.length > 0 && (
                    <Button variant="default" onClick={() => narrow([])}>
                      条件をクリア
                    </Button>
                  )
                }
              />
            )
          }
        />
      </ListFrame>
      {search.value !== undefined &&
        detail(rows ?? [], { before: size === 'all' ? 0 : (page - 1) * size, count })}
    </div>
  )
}
