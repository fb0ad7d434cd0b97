import { createFileRoute } from '@tanstack/react-router'
import { OrganizationScreen } from './-OrganizationScreen.tsx'
import { organizationDetailSearch } from './-search.ts'

export const Route = createFileRoute('/organizations/$id')({
  staticData: { access: 'system' },
  validateSearch: organizationDetailSearch,
  component: OrganizationDetail,
})

function OrganizationDetail() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OrganizationScreen
      key={id}
      id={Number(id)}
      search={search}
      onSearch={(next, replace = false) =>
        void navigate({ search: next, replace, resetScroll: next.page !== search.page })
      }
    />
  )
}
