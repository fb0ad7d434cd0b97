import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AuditList } from '../features/audit/AuditList.tsx'
import { auditSearch } from '../features/audit/search.ts'
import { ApisScreen } from '../features/keys/ApisScreen.tsx'
import { keySearch } from '../features/keys/search.ts'
import { prefetchMissingData } from '../lib/offlinePrefetch.ts'

const apisSearch = z.extend(keySearch, auditSearch.shape)

export const Route = createFileRoute('/apis')({
  staticData: { access: 'admin' },
  validateSearch: apisSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Apis,
})

function Apis() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: z.output<typeof apisSearch>, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return (
    <ApisScreen
      search={search}
      onSearch={onSearch}
      history={<AuditList search={search} onSearch={onSearch} />}
    />
  )
}
