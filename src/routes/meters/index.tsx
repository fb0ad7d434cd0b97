import { IconList } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AddMeter } from '../../features/meters/AddMeter.tsx'
import { MeterList } from '../../features/meters/MeterList.tsx'
import { type MeterSearch, meterSearch } from '../../features/meters/search.ts'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { settingDialogs } from './-settingDialogs.tsx'

const tabs = [{ name: 'list', label: 'メーター一覧', icon: IconList }]

export const Route = createFileRoute('/meters/')({
  staticData: { access: 'user' },
  validateSearch: meterSearch,
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Meters,
})

function Meters() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: MeterSearch, replace = false) =>
    void navigate({ search: next, replace, resetScroll: next.page !== search.page })
  return (
    <Page title="メーター" tabbed action={<AddMeter dialogs={settingDialogs} />}>
      <Tabbed tabs={tabs} shown="list">
        <MeterList dialogs={settingDialogs} search={search} onSearch={onSearch} />
      </Tabbed>
    </Page>
  )
}
