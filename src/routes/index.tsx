import { IconPlus } from '@tabler/icons-react'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { FillingNote } from '../features/home/FillingNote.tsx'
import { HomeTabs } from '../features/home/HomeTabs.tsx'
import { type HomeTabName, homeTabs, recallTab, rememberTab } from '../features/home/tabs.ts'
import { InspectionData } from '../features/readings/InspectionData.tsx'
import {
  recallFilters,
  rememberFilters,
  searchOf,
  type TileSearch,
  tileSearch,
} from '../features/readings/search.ts'
import { fetchMissing } from '../lib/workSet.ts'
import { Page } from '../ui/layout/Page.tsx'
import { PageAction } from '../ui/layout/PageAction.tsx'
import { RowSkeletons } from '../ui/table/Skeletons.tsx'

const AbnormalData = lazy(() => import('../features/readings/AbnormalData.tsx'))
const NewMeters = lazy(() => import('../features/home/NewMeters.tsx'))
const DeviceTroubles = lazy(() => import('../features/home/DeviceTroubles.tsx'))
const EntryDialog = lazy(() => import('../features/data/entry/EntryDialog.tsx'))

/** 点検データ goes without saying. */
const [, ...namedTabs] = homeTabs

const homeSearch = z.extend(tileSearch, {
  tab: z.catch(z.optional(z.enum(namedTabs)), undefined),
})
type HomeSearch = z.output<typeof homeSearch>

export const Route = createFileRoute('/')({
  staticData: { access: 'user' },
  validateSearch: homeSearch,
  beforeLoad: ({ search }) => {
    if (search.period !== undefined || search.tab === 'new' || search.tab === 'devices') return
    // The address says what is shown from the first moment, so that Back finds it again.
    const remembered = searchOfTab(search.tab ?? recallTab(localStorage))
    throw redirect({ to: '/', search: { ...remembered, value: search.value }, replace: true })
  },
  loader: ({ context }) => fetchMissing(context.queryClient),
  component: Home,
})

/** The address of a tab as it was left. */
function searchOfTab(tab: HomeTabName): HomeSearch {
  if (tab === 'inspection') return searchOf(recallFilters('inspection', localStorage))
  if (tab === 'abnormal') return { ...searchOf(recallFilters('abnormal', localStorage)), tab }
  return { tab }
}

function Home() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [adding, setAdding] = useState(false)
  const { tab, ...tiles } = search
  const onSearch = (next: TileSearch, replace = false) =>
    void navigate({
      search: { ...next, tab },
      replace,
      resetScroll: next.page !== search.page,
      // A step among readings stays one step back from the list.
      ...(replace && { state: true }),
    })
  const choose = (name: HomeTabName) => {
    rememberTab(name, localStorage)
    void navigate({ search: searchOfTab(name), resetScroll: false })
  }
  return (
    <Page
      title="ホーム"
      tabbed
      action={<PageAction icon={IconPlus} label="データ追加" onClick={() => setAdding(true)} />}
    >
      <HomeTabs shown={tab ?? 'inspection'} onChoose={choose}>
        <FillingNote />
        <Suspense fallback={<RowSkeletons count={4} height={96} />}>
          {tab === undefined && (
            <InspectionData
              search={tiles}
              onSearch={onSearch}
              onChosen={(filters) => rememberFilters('inspection', filters, localStorage)}
            />
          )}
          {tab === 'abnormal' && (
            <AbnormalData
              search={tiles}
              onSearch={onSearch}
              onChosen={(filters) => rememberFilters('abnormal', filters, localStorage)}
            />
          )}
          {tab === 'new' && <NewMeters />}
          {tab === 'devices' && <DeviceTroubles />}
        </Suspense>
      </HomeTabs>
      {adding && (
        <Suspense>
          <EntryDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  )
}
