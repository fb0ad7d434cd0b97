import { createFileRoute } from '@tanstack/react-router'
import { allows } from '../../../contract/access.ts'
import { AuditPanel } from '../../features/audit/AuditPanel.tsx'
import { DeviceScreen } from '../../features/devices/detail/DeviceScreen.tsx'
import { deviceDetailSearch } from '../../features/devices/detail/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'
import { useAccount } from '../../lib/queries/account.ts'

export const Route = createFileRoute('/devices/$id')({
  staticData: { access: 'user' },
  validateSearch: deviceDetailSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: DeviceDetail,
})

function DeviceDetail() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const { role } = useAccount()
  const navigate = Route.useNavigate()
  return (
    <DeviceScreen
      key={id}
      id={Number(id)}
      search={search}
      history={allows('admin', role) && <AuditPanel noun="device" id={Number(id)} />}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  )
}
