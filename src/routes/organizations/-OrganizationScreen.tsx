import { useLocalStorage } from '@mantine/hooks'
import {
  IconDeviceCctv,
  IconFileAlert,
  IconPlus,
  IconSparkles,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceType } from '../../../contract/devices.ts'
import { AuditSection } from '../../features/audit/AuditSection.tsx'
import { AddDeviceDialog } from '../../features/devices/AddDeviceDialog.tsx'
import { DeviceErrors } from '../../features/devices/DeviceErrors.tsx'
import { DeviceList } from '../../features/devices/DeviceList.tsx'
import { cameraKind } from '../../features/devices/deviceKinds.ts'
import { deviceSearch } from '../../features/devices/search.ts'
import { LlmUsageLogs } from '../../features/organizations/LlmUsageLogs.tsx'
import { llmSearch } from '../../features/organizations/llmSearch.ts'
import { openElsewhere } from '../../features/sessions/openElsewhere.ts'
import { userSearch } from '../../features/users/search.ts'
import { UserList } from '../../features/users/UserList.tsx'
import { useAccount } from '../../lib/queries/account.ts'
import { DeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { organizationQuery } from '../../lib/queries/organizations.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import type { OrganizationDetailSearch } from './-search.ts'

interface Props {
  id: number
  search: OrganizationDetailSearch
  onSearch: (search: OrganizationDetailSearch, replace?: boolean) => void
}

const camera = { name: 'camera', label: 'カメラ一覧', icon: IconDeviceCctv }
const user = { name: 'user', label: 'ユーザー一覧', icon: IconUsers }
const llm = { name: 'llm_usage_logs', label: 'LLM利用ログ', icon: IconSparkles }
/** Not among the visible tabs: by its address alone. */
const errors = { name: 'error', label: 'エラー', icon: IconFileAlert } as const

/** An organization as system administrators see it; the last tab is remembered. */
export function OrganizationScreen({ id, search, onSearch }: Props) {
  const query = useQuery(organizationQuery(id))
  const [remembered, remember] = useLocalStorage<string>({
    key: 'organizationTab',
    defaultValue: camera.name,
    getInitialValueInEffect: false,
  })
  const [adding, setAdding] = useState(false)
  const account = useAccount()
  const organization = query.data
  const hidden = search.tab === errors.name
  const tabs = hidden ? [camera, user, llm, errors] : [camera, user, llm]
  const shown = hidden ? errors : (tabs.find(({ name }) => name === remembered) ?? camera)
  // A list takes no sort key of the other.
  const devices = deviceSearch.parse(search)
  return (
    <Page
      title={organization?.name ?? '組織'}
      back={<BackButton to="/organizations" />}
      action={
        organization &&
        (shown === camera || shown === user) && (
          <PageAction
            icon={shown === user ? IconUserPlus : IconPlus}
            label={shown === user ? 'ユーザーを追加' : '端末を追加'}
            onClick={() => setAdding(true)}
          />
        )
      }
    >
      {organization ? (
        <DeviceOrganization
          value={{
            ...organization,
            ...(id !== account.organization.id && {
              open: (target) => void openElsewhere(target, organization.name, account.organization_names),
            }),
          }}
        >
          <Tabbed
            tabs={tabs}
            shown={shown.name}
            onChoose={(name) => {
              if (name !== errors.name) remember(name)
              onSearch(name === errors.name ? { tab: 'error' } : {}, true)
            }}
          >
            {shown === errors && (
              <DeviceErrors
                search={devices}
                onSearch={(next, replace) => onSearch({ ...next, tab: errors.name }, replace)}
              />
            )}
            {shown === camera && <DeviceList kind={cameraKind} search={devices} onSearch={onSearch} />}
            {shown === llm && (
              <LlmUsageLogs organizationId={id} search={llmSearch.parse(search)} onSearch={onSearch} />
            )}
            {shown === user && (
              <UserList
                organizationId={id}
                search={userSearch.parse(search)}
                onSearch={onSearch}
                adding={adding}
                onAddingEnd={() => setAdding(false)}
                historyOf={(user) => <AuditSection noun="user" id={user} organizationId={id} />}
              />
            )}
          </Tabbed>
          <AuditSection noun="organization" id={id} organizationId={id} />
          {adding && shown === camera && (
            <AddDeviceDialog
              type={deviceType.wifiCamera}
              onClose={() => setAdding(false)}
              onAdded={() => setAdding(false)}
            />
          )}
        </DeviceOrganization>
      ) : (
        <Waiting error={query.error} retry={() => void query.refetch()} />
      )}
    </Page>
  )
}

const Waiting = ({ error, retry }: { error: Error | null; retry: () => void }) =>
  error ? <ErrorState error={error} retry={retry} /> : <DetailSkeleton />
