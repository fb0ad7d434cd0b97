import { createFileRoute } from '@tanstack/react-router'
import { GroupsScreen } from '../features/groups/GroupsScreen.tsx'
import { type GroupSearch, groupSearch } from '../features/groups/search.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/groups')({
  staticData: { access: 'user' },
  validateSearch: groupSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Groups,
})

function Groups() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: GroupSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <GroupsScreen search={search} onSearch={onSearch} />
}
