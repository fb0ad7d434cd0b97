import { createFileRoute, notFound } from '@tanstack/react-router'
import { dataSearch } from '../../features/readings/list/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'
import { DataScreen } from './-DataScreen.tsx'

export const Route = createFileRoute('/data/$meterId')({
  staticData: { access: 'user' },
  validateSearch: dataSearch,
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.meterId)) throw notFound()
  },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: MeterData,
})

function MeterData() {
  return <DataScreen search={Route.useSearch()} named={Number(Route.useParams().meterId)} />
}
