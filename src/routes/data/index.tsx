import { createFileRoute, redirect } from '@tanstack/react-router'
import {
  dataSearch,
  filtersOf,
  hasFilters,
  loadFilters,
  searchOf,
} from '../../features/readings/list/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'
import { DataScreen } from './-DataScreen.tsx'

export const Route = createFileRoute('/data/')({
  staticData: { access: 'user' },
  validateSearch: dataSearch,
  beforeLoad: ({ search }) => {
    const remembered = loadFilters(localStorage)
    if (hasFilters(filtersOf(search)) || !hasFilters(remembered)) return
    // The URL has the complete state from the start, for Back.
    throw redirect({ to: '/data', search: { ...search, ...searchOf(remembered) }, replace: true })
  },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Data,
})

function Data() {
  return <DataScreen search={Route.useSearch()} />
}
