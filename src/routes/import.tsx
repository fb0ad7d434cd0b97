import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '../features/imports/ImportScreen.tsx'
import { type ImportSearch, importSearch } from '../features/imports/search.ts'

export const Route = createFileRoute('/import')({
  staticData: { access: 'user' },
  validateSearch: importSearch,
  component: ImportTables,
})

function ImportTables() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: ImportSearch, replace = false) => void navigate({ search: next, replace })
  return <ImportScreen search={search} onSearch={onSearch} />
}
