import { createFileRoute, redirect } from '@tanstack/react-router'
import { dataSearch, filtersOf, isChosen, recallFilters, searchOf } from '../../features/data/search.ts'
import { fetchMissing } from '../../lib/workSet.ts'
import { DataScreen } from './-DataScreen.tsx'

export const Route = createFileRoute('/data/')({
  staticData: { access: 'user' },
  validateSearch: dataSearch,
  beforeLoad: ({ search }) => {
    const remembered = recallFilters(localStorage)
    if (isChosen(filtersOf(search)) || !isChosen(remembered)) return
    // The URL has the complete state from the start, for Back.
    throw redirect({ to: '/data', search: { ...search, ...searchOf(remembered) }, replace: true })
  },
  loader: ({ context }) => fetchMissing(context.queryClient),
  component: Data,
})

function Data() {
  return <DataScreen search={Route.useSearch()} />
}
