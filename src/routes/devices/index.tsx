import { createFileRoute } from '@tanstack/react-router'
import { DevicesScreen } from '../../features/devices/DevicesScreen.tsx'
import { type DeviceSearch, deviceSearch } from '../../features/devices/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/devices/')({
  staticData: { access: 'user' },
  validateSearch: deviceSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Devices,
})

function Devices() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: DeviceSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <DevicesScreen search={search} onSearch={onSearch} />
}
