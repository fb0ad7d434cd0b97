import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { ClosingsScreen } from '../features/closings/ClosingsScreen.tsx'
import type { ReadingDialogs } from '../features/closings/MonthBoard.tsx'
import { type ClosingsSearch, closingsSearch } from '../features/closings/search.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

const EntryDialog = lazy(async () => ({
  default: (await import('../features/readings/entry/EntryDialog.tsx')).EntryDialog,
}))
const ReadingDialog = lazy(async () => ({
  default: (await import('../features/readings/detail/ReadingDialog.tsx')).ReadingDialog,
}))

export const Route = createFileRoute('/closings')({
  staticData: { access: 'user' },
  validateSearch: closingsSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Closings,
})

const dialogs: ReadingDialogs = {
  reading: (shown) => <ReadingDialog {...shown} />,
  entry: (shown) => <EntryDialog {...shown} />,
}

function Closings() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: ClosingsSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <ClosingsScreen search={search} onSearch={onSearch} dialogs={dialogs} />
}
