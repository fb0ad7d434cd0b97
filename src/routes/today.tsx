import { createFileRoute } from '@tanstack/react-router'
import { TodayScreen } from '../features/today/TodayScreen.tsx'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/today')({
  staticData: { access: 'user' },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: TodayScreen,
})
