import { createFileRoute } from '@tanstack/react-router'
import { ApisScreen } from '../features/keys/ApisScreen.tsx'
import { type KeySearch, keySearch } from '../features/keys/search.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/apis')({
  staticData: { access: 'admin' },
  validateSearch: keySearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Apis,
})

function Apis() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: KeySearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <ApisScreen search={search} onSearch={onSearch} />
}
