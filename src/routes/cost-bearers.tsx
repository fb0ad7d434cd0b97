import { createFileRoute } from '@tanstack/react-router'
import { CostBearersScreen } from '../features/masters/CostBearersScreen.tsx'
import { type MasterSearch, masterSearch } from '../features/masters/search.ts'

export const Route = createFileRoute('/cost-bearers')({
  staticData: { access: 'user' },
  validateSearch: masterSearch,
  component: CostBearers,
})

function CostBearers() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: MasterSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <CostBearersScreen search={search} onSearch={onSearch} />
}
