import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AlertRulesScreen } from '../features/alert-rules/AlertRulesScreen.tsx'
import type { ReadingDialogOf } from '../features/alert-rules/readingDialog.ts'
import { type AlertRuleSearch, alertRuleSearch } from '../features/alert-rules/search.ts'

const ReadingDialog = lazy(async () => ({
  default: (await import('../features/readings/detail/ReadingDialog.tsx')).ReadingDialog,
}))

export const Route = createFileRoute('/alert-rules')({
  staticData: { access: 'user' },
  validateSearch: alertRuleSearch,
  component: AlertRules,
})

const readingDialog: ReadingDialogOf = ({ id, onClose }) => (
  <Suspense>
    <ReadingDialog id={id} listed={[{ id }]} onMove={() => undefined} onClose={onClose} />
  </Suspense>
)

function AlertRules() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: AlertRuleSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return <AlertRulesScreen search={search} onSearch={onSearch} readingDialog={readingDialog} />
}
