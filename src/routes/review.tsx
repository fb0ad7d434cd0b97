import { createFileRoute } from '@tanstack/react-router'
import { ReviewScreen } from '../features/review/ReviewScreen.tsx'
import { reviewSearch } from '../features/review/search.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/review')({
  staticData: { access: 'user' },
  validateSearch: reviewSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Review,
})

function Review() {
  const { reading } = Route.useSearch()
  return <ReviewScreen key={reading} readingId={reading} />
}
