import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import { useOpenAlerts } from '../../lib/live/useOpenAlerts.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { alertList } from '../../lib/queries/alerts.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { useList } from '../../lib/queries/useList.ts'
import { useMaintenances } from '../../shared/maintenances/useMaintenances.ts'
import { DownloadButton } from '../../ui/dialog/DownloadButton.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { defaultPageSize } from '../../ui/table/pages.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { AlertCard } from './AlertCard.tsx'
import { AlertFilterBar } from './AlertFilterBar.tsx'
import { AlertViews } from './AlertViews.tsx'
import { alertColumns } from './alertColumns.tsx'
import { exportAlerts } from './exportAlerts.ts'
import { type AlertSearch, filtersOf, isFiltered, sortOf } from './search.ts'
import { useAlertConditions } from './useAlertConditions.ts'
import { useAssigning } from './useAssigning.ts'

const AssigneeDialog = lazy(() => import('./AssigneeDialog.tsx'))

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
  onOpen: (alert: Alert) => void
  /** Undefined during the cooldown after a confirmation. */
  onConfirm: ((alert: Alert) => void) | undefined
  /** Opens the comment of one’s own confirmation. */
  onEditComment?: (alert: Alert) => void
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

const narrowed = '条件に合うアラートがありません。絞り込みを変えてください。'

export function AlertList({ search, onSearch, onOpen, onConfirm, onEditComment, detail }: Props) {
  const zone = use(TimeZone)
  const phone = useIsPhone()
  const client = useQueryClient()
  const { units, categories } = useMasters('units', 'categories')
  const { tab: state = 'occurring', page = 1, limit: size = defaultPageSize } = search
  const { devices = 0, late = 0 } = useOpenAlerts() ?? {}
  const isBelowOthers = state === 'occurring' && devices + late > 0
  const emptyText = isBelowOthers ? nothingElse : nothing[state]
  const { username } = useAccount()
  const commentEditor = (alert: Alert) => (alert.confirmed_by === username ? onEditComment : undefined)
  const listed = useList(alertList(filtersOf(search)), page, size)
  const conditions = useAlertConditions(search)
  const [changed, setChanged] = useState<Alert | null>(null)
  const maintenances = useMaintenances()
  const assigning = { ...useAssigning(), onChange: setChanged }
  return (
    <>
      {isBelowOthers && (
        <Box component="h2" mt={20} mb={8} fz="md">
          メーターのアラート{listed.rows && ` ${listed.count.toLocaleString('ja-JP')}件`}
        </Box>
      )}
      <DataList
        label="アラート一覧"
        storeKey="alerts"
        columns={alertColumns({ state, units, onOpen, onConfirm, assigning, maintenances, commentEditor })}
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
              assigning={assigning}
              maintenances={maintenances}
              onEditComment={commentEditor(alert)}
            />
          )
        }}
        listed={listed}
        search={{ ...search, sort: sortOf(search) }}
        onSearch={onSearch}
        isOpened={({ meter_value }) => meter_value.id === search.value}
        refreshable
        filtersElsewhere
        conditions={conditions.map(({ label }) => label)}
        tools={
          <>
            <DownloadButton
              label="CSV"
              title="アラートのダウンロード"
              compact={phone}
              disabled={listed.rows !== undefined && listed.count === 0}
              start={async (options) => {
                // The button can be pressed before these have loaded.
                const masters = {
                  units: await client.query({ ...unitsQuery, staleTime: 'static' }),
                  groups: await client.query({ ...groupsQuery, staleTime: 'static' }),
                }
                return exportAlerts(filtersOf(search), { masters, zone }, options)
              }}
            />
            {!phone && <AlertViews search={search} onSearch={onSearch} />}
            <AlertFilterBar search={search} onSearch={onSearch} />
          </>
        }
        empty={{ nothing: isFiltered(search) ? narrowed : emptyText, narrowed }}
      />
      {changed && (
        <Suspense>
          <AssigneeDialog alert={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
      {search.value !== undefined &&
        detail(listed.rows ?? [], {
          before: size === 'all' ? 0 : (page - 1) * size,
          count: listed.count,
        })}
    </>
  )
}
