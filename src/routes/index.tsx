import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { ArrivalsToday } from '../features/home/ArrivalsToday.tsx'
import { DemoFillProgress } from '../features/home/DemoFillProgress.tsx'
import { DeviceProblems } from '../features/home/DeviceProblems.tsx'
import { FirstScreenOffer } from '../features/home/FirstScreenOffer.tsx'
import { FirstStepsPlace } from '../features/home/FirstStepsPlace.tsx'
import { HomeTabs } from '../features/home/HomeTabs.tsx'
import { InstallOffer } from '../features/home/InstallOffer.tsx'
import { NewMeters } from '../features/home/NewMeters.tsx'
import { RoundsToday } from '../features/home/RoundsToday.tsx'
import { TodayLine } from '../features/home/TodayLine.tsx'
import { type HomeTabName, homeTabKey, homeTabs } from '../features/home/tabs.ts'
import { AbnormalData } from '../features/readings/tiles/AbnormalData.tsx'
import { InspectionData } from '../features/readings/tiles/InspectionData.tsx'
import {
  loadFilters,
  saveFilters,
  searchOf,
  type TileSearch,
  tileSearch,
} from '../features/readings/tiles/search.ts'
import { loadTab, organizationDay, saveTab } from '../lib/dayTab.ts'
import { startsWithToday } from '../lib/firstScreen.ts'
import { meterAtStart } from '../lib/held/drafts.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'
import { Page } from '../ui/layout/Page.tsx'
import { PageAction } from '../ui/layout/PageAction.tsx'

/** Lazy: with its calendar a tenth of the screen's scripts (decision 019). */
const EntryDialog = lazy(async () => ({
  default: (await import('../features/readings/entry/EntryDialog.tsx')).EntryDialog,
}))

/** 点検データ is the default and not written. */
const [, ...namedTabs] = homeTabs

const homeSearch = z.extend(tileSearch, {
  tab: z.catch(z.optional(z.enum(namedTabs)), undefined),
})
type HomeSearch = z.output<typeof homeSearch>

export const Route = createFileRoute('/')({
  staticData: { access: 'user' },
  validateSearch: homeSearch,
  beforeLoad: async ({ search, preload, context, location }) => {
    const awaited = preload ? null : await meterAtStart()
    if (awaited !== null)
      throw redirect({ to: '/capture-meter-value/$id', params: { id: String(awaited) }, replace: true })
    const { tab, period, value } = search
    const isStart = location.state.__TSR_index === 0 && (tab ?? period ?? value) === undefined
    if (isStart && startsWithToday(context.queryClient)) throw redirect({ to: '/today', replace: true })
    if (period !== undefined || tab === 'new' || tab === 'devices') return
    // The URL has the complete state from the start, for Back.
    const remembered = searchOfTab(
      tab ?? loadTab(homeTabKey, homeTabs, organizationDay(context.queryClient), localStorage),
    )
    throw redirect({ to: '/', search: { ...remembered, value }, replace: true })
  },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Home,
})

/** Search params of a tab with its stored filters. */
function searchOfTab(tab: HomeTabName): HomeSearch {
  if (tab === 'inspection') return searchOf(loadFilters('inspection', localStorage))
  if (tab === 'abnormal') return { ...searchOf(loadFilters('abnormal', localStorage)), tab }
  return { tab }
}

function Home() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const { tab, ...tiles } = search
  const onSearch = (next: TileSearch, replace = false) =>
    void navigate({
      search: { ...next, tab },
      replace,
      resetScroll: next.page !== search.page,
      // Replaces, so that the list stays one step back.
      ...(replace && { state: true }),
    })
  const choose = (name: HomeTabName) => {
    saveTab(homeTabKey, name, organizationDay(client), localStorage)
    void navigate({ search: searchOfTab(name), resetScroll: false })
  }
  return (
    <Page
      title="ホーム"
      tabbed
      action={<PageAction icon={IconPlus} label="データを追加" onClick={() => setAdding(true)} />}
    >
      <HomeTabs shown={tab ?? 'inspection'} onChoose={choose}>
        <DemoFillProgress />
        <FirstStepsPlace />
        <TodayLine>
          <ArrivalsToday />
          <RoundsToday />
        </TodayLine>
        {tab === undefined && (
          <InspectionData
            search={tiles}
            onSearch={onSearch}
            onChosen={(filters) => saveFilters('inspection', filters, localStorage)}
          />
        )}
        {tab === 'abnormal' && (
          <AbnormalData
            search={tiles}
            onSearch={onSearch}
            onChosen={(filters) => saveFilters('abnormal', filters, localStorage)}
          />
        )}
        {tab === 'new' && <NewMeters />}
        {tab === 'devices' && <DeviceProblems />}
      </HomeTabs>
      <FirstScreenOffer>
        <InstallOffer />
      </FirstScreenOffer>
      {adding && (
        <Suspense>
          <EntryDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  )
}
