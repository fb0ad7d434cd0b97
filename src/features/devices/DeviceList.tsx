import { Button, Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useState } from 'react'
import { allows } from '../../../contract/access.ts'
import { type Device, measures } from '../../../contract/devices.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useDeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { devicesQuery, devicesWithDeletedQuery, foreignDevicesQuery } from '../../lib/queries/devices.ts'
import { ImportLink } from '../../shared/imports/ImportLink.tsx'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { DataList } from '../../ui/table/DataList.tsx'
import { filterAndSortRows, localList } from '../../ui/table/localList.ts'
import { useSelection } from '../../ui/table/useSelection.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { DeviceActions } from './DeviceActions.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import { DeviceQrDialog } from './DeviceQrDialog.tsx'
import { deviceColumns } from './deviceColumns.tsx'
import type { DeviceKind } from './deviceKinds.ts'
import { MobileLimitNote } from './PlanNote.tsx'
import type { DeviceSearch } from './search.ts'
import { useDeviceRemoval } from './useDeviceRemoval.ts'

const DeviceBulkDialog = lazy(() => import('./bulk/DeviceBulkDialog.tsx'))

interface Props {
  kind: DeviceKind
  search: DeviceSearch
  onSearch: (search: DeviceSearch, replace?: boolean) => void
}

/** The devices of a kind. */
export function DeviceList({ kind, search, onSearch }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const phone = useIsPhone()
  const { role } = useAccount()
  const [withDeleted, setWithDeleted] = useLocalStorage<boolean>({
    key: 'showDeletedDevices',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { id: organizationId, foreign } = useDeviceOrganization()
  const own = useQuery({
    ...(withDeleted === true ? devicesWithDeletedQuery : devicesQuery),
    enabled: !foreign,
  })
  const theirs = useQuery({
    ...foreignDevicesQuery(organizationId, withDeleted === true),
    enabled: foreign,
  })
  const query = foreign ? theirs : own
  const [shownQr, setShownQr] = useState<Device | null>(null)
  const { remove, restore } = useDeviceRemoval()
  const selection = useSelection(
    JSON.stringify({ kind: kind.name, ...search, page: undefined, limit: undefined }),
  )
  const [changed, setChanged] = useState<readonly number[]>()
  const mayBulk = !foreign && allows('admin', role) && kind.types.some(measures)
  const actions = (device: Device) => (
    <DeviceActions
      device={device}
      onQr={setShownQr}
      onRemove={(each) => void remove(each)}
      onRestore={restore}
    />
  )
  const rows = query.data?.filter(({ type }) => kind.types.includes(type))
  const columns = deviceColumns({ kind, devices: query.data ?? [], zone, now, actions })
  const choice = (
    <Switch
      label="削除した端末を表示"
      size="md"
      checked={withDeleted === true}
      onChange={({ currentTarget }) => setWithDeleted(currentTarget.checked)}
    />
  )
  return (
    <>
      {kind.name === 'mobile' && allows('admin', role) && <MobileLimitNote />}
      <DataList
        label={`${kind.label}一覧`}
        storeKey={`devices.${kind.name}`}
        columns={columns}
        card={(device) => <DeviceCard device={device} kind={kind} actions={actions(device)} />}
        // Tablets have no room for so many columns.
        cardsBelow="desktop"
        listed={localList(rows, query, columns, search)}
        search={search}
        onSearch={onSearch}
        searchBox={{ key: 'text', label: '端末を検索' }}
        // On phones the rows begin sooner.
        tools={
          !phone && (
            <>
              {choice}
              {!foreign && allows('admin', role) && <ImportLink noun="devices" />}
              <ListCsv
                rows={rows}
                loading={query.isLoading}
                columns={columns}
                search={search}
                fileName="device-list.csv"
              />
            </>
          )
        }
        note={phone && choice}
        selecting={
          mayBulk
            ? {
                selection,
                counter: '台',
                nameOf: ({ name }) => name,
                actions: (
                  <Button
                    onClick={() =>
                      setChanged(
                        selection.isAll
                          ? filterAndSortRows(
                              rows?.filter(({ deleted_at: at }) => at === null) ?? [],
                              columns,
                              search,
                            ).map(({ id }) => id)
                          : [...selection.chosen],
                      )
                    }
                  >
                    まとめて変更
                  </Button>
                ),
              }
            : undefined
        }
        empty={{
          nothing: allows('admin', role)
            ? `${kind.label}の端末はまだありません。「端末を追加」から登録してください。`
            : `${kind.label}の端末はまだありません。登録は管理者に依頼してください。`,
          narrowed: '条件に合う端末がありません。検索や絞り込みを変えてください。',
        }}
      />
      {changed && (
        <Suspense>
          <DeviceBulkDialog
            ids={changed}
            kind={kind}
            onClose={(isDone) => {
              setChanged(undefined)
              if (isDone) selection.end()
            }}
          />
        </Suspense>
      )}
      {shownQr && <DeviceQrDialog device={shownQr} onClose={() => setShownQr(null)} />}
    </>
  )
}
