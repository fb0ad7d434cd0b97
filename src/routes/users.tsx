import { createFileRoute } from '@tanstack/react-router'
import { AuditSection } from '../features/audit/AuditSection.tsx'
import { type UserSearch, userSearch } from '../features/users/search.ts'
import { UsersScreen } from '../features/users/UsersScreen.tsx'

export const Route = createFileRoute('/users')({
  staticData: { access: 'admin' },
  validateSearch: userSearch,
  component: Users,
})

function Users() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: UserSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return (
    <UsersScreen
      search={search}
      onSearch={onSearch}
      historyOf={(id) => <AuditSection noun="user" id={id} />}
    />
  )
}
