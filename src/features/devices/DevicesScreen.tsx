import { useLocalStorage } from '@mantine/hooks'
import { IconFileAlert, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { allows } from '../../../contract/access.ts'
import { deviceType } from '../../../contract/devices.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { AddDeviceDialog } from './AddDeviceDialog.tsx'
import { DeviceErrors } from './DeviceErrors.tsx'
import { DeviceList } from './DeviceList.tsx'
import { deviceKinds } from './deviceKinds.ts'
import { NoDevicesNote } from './PlanNote.tsx'
import type { DeviceSearch } from './search.ts'

interface Props {
  search: DeviceSearch
  onSearch: (search: DeviceSearch, replace?: boolean) => void
}

const errorTab = { name: 'errors', label: 'カメラエラーログ', icon: IconFileAlert }

/** 端末: a tab for each kind and, for system administrators, the error log; the last tab is remembered. */
export function DevicesScreen({ search, onSearch }: Props) {
  const { role } = useAccount()
  const [remembered, remember] = useLocalStorage<string>({
    key: 'devicesTab',
    defaultValue: 'camera',
    getInitialValueInEffect: false,
  })
  const [adding, setAdding] = useState(false)
  const tabs = [...deviceKinds, ...(allows('system', role) ? [errorTab] : [])]
  const shown = tabs.find(({ name }) => name === remembered)?.name ?? 'camera'
  const kind = deviceKinds.find(({ name }) => name === shown)
  const choose = (name: string) => {
    remember(name)
    // A search applies to one table only.
    onSearch({}, true)
  }
  return (
    <Page
      title="端末"
      tabbed
      action={
        allows('admin', role) && (
          <PageAction icon={IconPlus} label="端末を追加" onClick={() => setAdding(true)} />
        )
      }
    >
      <NoDevicesNote />
      <Tabbed tabs={tabs} shown={shown} onChoose={choose}>
        {kind ? (
          <DeviceList key={kind.name} kind={kind} search={search} onSearch={onSearch} />
        ) : (
          <DeviceErrors search={search} onSearch={onSearch} />
        )}
      </Tabbed>
      {adding && (
        <AddDeviceDialog
          type={(kind?.name !== 'camera' && kind?.types[0]) || deviceType.wifiCamera}
          onClose={() => setAdding(false)}
          onAdded={({ type }) => {
            // Unmounted before the tab changes, which would ask about unsaved input.
            flushSync(() => setAdding(false))
            const its = deviceKinds.find(({ types }) => types.includes(type))
            if (its && its !== kind) choose(its.name)
          }}
        />
      )}
    </Page>
  )
}
