import { createFileRoute } from '@tanstack/react-router'
import { type UsageSearch, usageSearch } from '../features/usages/search.ts'
import { Usages } from '../features/usages/Usages.tsx'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/usage')({
  staticData: { access: 'user' },
  validateSearch: usageSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Usage,
})

function Usage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: UsageSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <Usages search={search} onSearch={onSearch} />
}
