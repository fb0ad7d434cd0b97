import type { ReactNode } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import { alertList } from '../../lib/queries/alerts.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { useList } from '../../lib/queries/useList.ts'
import { useOpenAlerts } from '../../lib/useOpenAlerts.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { defaultPageSize } from '../../ui/table/pages.ts'
import { AlertCard } from './AlertCard.tsx'
import { alertColumns } from './alertColumns.tsx'
import { type AlertSearch, filtersOf, sortOf } from './search.ts'

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
  onOpen: (alert: Alert) => void
  /** Undefined during the cooldown after a confirmation. */
  onConfirm: ((alert: Alert) => void) | undefined
  /** The URL's reading, its neighbours, and their offset in the whole list. */
  detail: (among: readonly (Alert | undefined)[], whole: { before: number; count: number }) => ReactNode
}

const nothing = {
  occurring: '発生中のアラートはありません。',
  past: '過去のアラートはありません。',
  confirmed: '確認済みのアラートはありません。',
}

/** Below devices and rounds. */
const nothingElse = 'ほかに発生中のアラートはありません。'

export function AlertList({ search, onSearch, onOpen, onConfirm, detail }: Props) {
  const { units, categories } = useMasters('units', 'categories')
  const { tab: state = 'occurring', page = 1, limit: size = defaultPageSize } = search
  const { devices = 0, late = 0 } = useOpenAlerts() ?? {}
  const listed = useList(alertList(filtersOf(search)), page, size)
  return (
    <>
      <DataList
        label="アラート一覧"
        storeKey="alerts"
        columns={alertColumns({ state, units, onOpen, onConfirm })}
        // Tablets have no room for both times and the actions.
        cardsBelow="desktop"
        card={(alert) => {
          const { meter } = alert.meter_value
          return (
            <AlertCard
              alert={alert}
              unit={nameIn(units, meter.meter_unit_id)}
              category={categories.find(({ id }) => id === meter.meter_category_id)}
              onOpen={onOpen}
              onConfirm={onConfirm}
            />
          )
        }}
        listed={listed}
        search={{ ...search, sort: sortOf(search) }}
        onSearch={onSearch}
        isOpened={({ meter_value }) => meter_value.id === search.value}
        refreshable
        empty={{
          nothing: state === 'occurring' && devices + late > 0 ? nothingElse : nothing[state],
          narrowed: '条件に合うアラートがありません。単位の絞り込みを変えてください。',
        }}
      />
      {search.value !== undefined &&
        detail(listed.rows ?? [], {
          before: size === 'all' ? 0 : (page - 1) * size,
          count: listed.count,
        })}
    </>
  )
}
