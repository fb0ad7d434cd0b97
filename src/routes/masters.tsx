import { createFileRoute } from '@tanstack/react-router'
import { MastersScreen } from '../features/masters/MastersScreen.tsx'
import { type MasterSearch, masterSearch } from '../features/masters/search.ts'

export const Route = createFileRoute('/masters')({
  staticData: { access: 'system' },
  validateSearch: masterSearch,
  component: Masters,
})

function Masters() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: MasterSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <MastersScreen search={search} onSearch={onSearch} />
}
