import { createFileRoute } from '@tanstack/react-router'
import { RoundScreen } from '../../features/rounds/RoundScreen.tsx'
import { roundSearch } from '../../features/rounds/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/rounds/$id')({
  staticData: { access: 'user' },
  validateSearch: roundSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Round,
})

function Round() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RoundScreen
      key={id}
      inspectionId={Number(id)}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}
