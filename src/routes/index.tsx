import { IconClipboardCheck } from '@tabler/icons-react'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { HomeTabs } from '../features/home/HomeTabs.tsx'
import { InspectionData } from '../features/readings/InspectionData.tsx'
import {
  type InspectionSearch,
  inspectionSearch,
  recallFilters,
  searchOf,
} from '../features/readings/search.ts'
import { categoriesQuery } from '../lib/queries/categories.ts'
import { inspectionsQuery } from '../lib/queries/inspections.ts'
import { metersQuery } from '../lib/queries/meters.ts'
import { unitsQuery } from '../lib/queries/units.ts'
import { Page } from '../ui/Page.tsx'

export const Route = createFileRoute('/')({
  staticData: { access: 'user' },
  validateSearch: inspectionSearch,
  beforeLoad: ({ search }) => {
    if (search.period !== undefined) return
    // The address says what is shown from the first moment, so that Back finds it again.
    const remembered = searchOf(recallFilters(localStorage))
    throw redirect({ to: '/', search: { ...remembered, value: search.value }, replace: true })
  },
  loader: ({ context: { queryClient } }) => {
    void Promise.allSettled([
      queryClient.query(metersQuery),
      queryClient.query(unitsQuery),
      queryClient.query(categoriesQuery),
      queryClient.query(inspectionsQuery),
    ])
  },
  component: Home,
})

function Home() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = (next: InspectionSearch, replace = false) =>
    void navigate({
      search: next,
      replace,
      resetScroll: next.page !== search.page,
      // A step among readings stays one step back from the list.
      ...(replace && { state: true }),
    })
  return (
    <Page title="ホーム">
      <HomeTabs
        tabs={[
          {
            name: 'inspection',
            label: '点検データ',
            icon: IconClipboardCheck,
            panel: <InspectionData search={search} onSearch={onSearch} />,
          },
        ]}
      />
    </Page>
  )
}
