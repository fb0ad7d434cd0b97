import { createFileRoute } from '@tanstack/react-router'
import { RoundsScreen } from '../../features/rounds/RoundsScreen.tsx'
import { roundsSearch } from '../../features/rounds/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/rounds/')({
  staticData: { access: 'user' },
  validateSearch: roundsSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Rounds,
})

function Rounds() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RoundsScreen
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
