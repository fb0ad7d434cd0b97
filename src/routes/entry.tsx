import { createFileRoute } from '@tanstack/react-router'
import { PaperListScreen } from '../features/readings/paper/PaperListScreen.tsx'
import { paperSearch } from '../features/readings/paper/search.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/entry')({
  staticData: { access: 'user' },
  validateSearch: paperSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Entry,
})

function Entry() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PaperListScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
  )
}
