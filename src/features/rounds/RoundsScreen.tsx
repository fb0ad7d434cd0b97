import { IconCalendarEvent, IconHistory } from '@tabler/icons-react'
import { Page } from '../../ui/layout/Page.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { PastRounds } from './PastRounds.tsx'
import type { RoundsSearch } from './search.ts'
import { TodayRounds } from './TodayRounds.tsx'

interface Props {
  search: RoundsSearch
  onSearch: (search: RoundsSearch, replace?: boolean) => void
}

const tabs = [
  { name: 'today', label: '今日', icon: IconCalendarEvent },
  { name: 'past', label: '過去', icon: IconHistory },
] as const

/** 点検ルート: how the rounds of now stand, and those that are over. */
export const RoundsScreen = ({ search, onSearch }: Props) => (
  <Page title="点検ルート" tabbed>
    <Tabbed
      tabs={tabs}
      shown={search.tab ?? 'today'}
      onChoose={(name) => onSearch(name === 'past' ? { tab: 'past' } : {}, true)}
    >
      {search.tab === 'past' ? (
        <PastRounds
          inspectionId={search.inspection}
          onInspection={(inspection) => onSearch({ ...search, inspection })}
        />
      ) : (
        <TodayRounds />
      )}
    </Tabbed>
  </Page>
)
