import { createFileRoute, redirect } from '@tanstack/react-router'
import { dataSearch, filtersOf, isChosen, recallFilters, searchOf } from '../../features/data/search.ts'
import { DataScreen } from './-DataScreen.tsx'
import { loadMasters } from './-loadMasters.ts'

export const Route = createFileRoute('/data/')({
  staticData: { access: 'user' },
  validateSearch: dataSearch,
  beforeLoad: ({ search }) => {
    const remembered = recallFilters(localStorage)
    if (isChosen(filtersOf(search)) || !isChosen(remembered)) return
    // The address says what is shown from the first moment, so that Back finds it again.
    throw redirect({ to: '/data', search: { ...search, ...searchOf(remembered) }, replace: true })
  },
  loader: ({ context }) => loadMasters(context.queryClient),
  component: Data,
})

function Data() {
  return <DataScreen search={Route.useSearch()} />
}
