import { createFileRoute } from '@tanstack/react-router'
import { MapsScreen } from '../../features/maps/MapsScreen.tsx'
import { type MapSearch, mapSearch } from '../../features/maps/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/maps/')({
  staticData: { access: 'user' },
  validateSearch: mapSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Maps,
})

function Maps() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: MapSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <MapsScreen search={search} onSearch={onSearch} />
}
