import { createFileRoute } from '@tanstack/react-router'
import { LabelScreen } from '../../features/meters/labels/LabelScreen.tsx'
import { meterSearch } from '../../features/meters/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/meters/labels')({
  staticData: { access: 'user' },
  validateSearch: meterSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Labels,
})

function Labels() {
  return <LabelScreen search={Route.useSearch()} />
}
