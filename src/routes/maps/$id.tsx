import { createFileRoute } from '@tanstack/react-router'
import { AuditSection } from '../../features/audit/AuditSection.tsx'
import { MapScreen } from '../../features/maps/detail/MapScreen.tsx'
import { prefetchMissingData } from '../../lib/offlinePrefetch.ts'

export const Route = createFileRoute('/maps/$id')({
  staticData: { access: 'user' },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: MapDetail,
})

function MapDetail() {
  const { id } = Route.useParams()
  return <MapScreen key={id} id={Number(id)} history={<AuditSection noun="map" id={Number(id)} />} />
}
