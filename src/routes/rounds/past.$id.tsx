import { createFileRoute } from '@tanstack/react-router'
import { PastRoundScreen } from '../../features/rounds/PastRoundScreen.tsx'
import { roundSearch } from '../../features/rounds/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/rounds/past/$id')({
  staticData: { access: 'user' },
  validateSearch: roundSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: PastRound,
})

function PastRound() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PastRoundScreen
      key={id}
      id={Number(id)}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}
