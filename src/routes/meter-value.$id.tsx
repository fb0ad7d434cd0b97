import { createFileRoute, notFound } from '@tanstack/react-router'
import { ReadingScreen } from '../features/readings/ReadingScreen.tsx'
import { categoriesQuery } from '../lib/queries/categories.ts'
import { groupsQuery } from '../lib/queries/groups.ts'
import { inspectionsQuery } from '../lib/queries/inspections.ts'
import { metersQuery } from '../lib/queries/meters.ts'
import { unitsQuery } from '../lib/queries/units.ts'

export const Route = createFileRoute('/meter-value/$id')({
  staticData: { access: 'user' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw notFound()
  },
  loader: ({ context: { queryClient } }) => {
    void Promise.allSettled([
      queryClient.query(metersQuery),
      queryClient.query(unitsQuery),
      queryClient.query(categoriesQuery),
      queryClient.query(groupsQuery),
      queryClient.query(inspectionsQuery),
    ])
  },
  component: MeterValue,
})

function MeterValue() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ReadingScreen
      id={Number(id)}
      // A step among readings stays one step back from where the page was opened.
      onMove={(next) => void navigate({ params: { id: String(next) }, replace: true, resetScroll: false })}
    />
  )
}
