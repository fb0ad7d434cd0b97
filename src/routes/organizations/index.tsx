import { createFileRoute } from '@tanstack/react-router'
import { OrganizationsScreen } from '../../features/organizations/OrganizationsScreen.tsx'
import { type OrganizationSearch, organizationSearch } from '../../features/organizations/search.ts'

export const Route = createFileRoute('/organizations/')({
  staticData: { access: 'system' },
  validateSearch: organizationSearch,
  component: Organizations,
})

function Organizations() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: OrganizationSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <OrganizationsScreen search={search} onSearch={onSearch} />
}
