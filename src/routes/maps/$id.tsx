import { createFileRoute } from '@tanstack/react-router'
import { AuditSection } from '../../features/audit/AuditSection.tsx'
import { MapScreen } from '../../features/maps/detail/MapScreen.tsx'
import { pinSearch } from '../../features/maps/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/maps/$id')({
  staticData: { access: 'user' },
  validateSearch: pinSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: MapDetail,
})

function MapDetail() {
  const { id } = Route.useParams()
  const { show } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MapScreen
      key={id}
      id={Number(id)}
      filter={show}
      onFilter={(next) => void navigate({ search: { show: next }, replace: true, resetScroll: false })}
      history={<AuditSection noun="map" id={Number(id)} />}
    />
  )
}
