import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '../features/audit/AuditScreen.tsx'
import { type AuditSearch, auditSearch } from '../features/audit/search.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/audit')({
  staticData: { access: 'admin' },
  validateSearch: auditSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Audit,
})

function Audit() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: AuditSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <AuditScreen search={search} onSearch={onSearch} />
}
