import { createFileRoute, notFound } from '@tanstack/react-router'
import { ReadingScreen } from '../features/readings/detail/ReadingScreen.tsx'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/meter-value/$id')({
  staticData: { access: 'user' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound()
  },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: MeterValue,
})

function MeterValue() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ReadingScreen
      id={Number(id)}
      // Replaces, so that the opener stays one step back.
      onMove={(next) => void navigate({ params: { id: String(next) }, replace: true, resetScroll: false })}
    />
  )
}
