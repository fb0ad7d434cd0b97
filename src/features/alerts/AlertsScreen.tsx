import { Badge, Tabs } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import { type AlertState, alertStates, occurringQuery } from '../../lib/queries/alerts.ts'
import { Page } from '../../ui/Page.tsx'
import { AlertList } from './AlertList.tsx'
import { PushSetting } from './PushSetting.tsx'
import type { AlertSearch } from './search.ts'
import { useNeighbourFocus } from './useNeighbourFocus.ts'

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
  /** Shows another tab, as it was before anything was chosen in it. */
  onTab: (tab: AlertState) => void
  /** Puts an alert and its reading into the address. */
  onOpen: (alert: Alert) => void
  /** The reading in the address, among those through which it moves. */
  detail: (among: readonly (Alert | undefined)[]) => ReactNode
  /** Asks before an alert counts as seen to. */
  question: (alert: Alert, close: () => void) => ReactNode
}

const looks = {
  occurring: { label: '発生中', icon: IconAlertTriangle },
  past: { label: '過去', icon: IconHistory },
  confirmed: { label: '確認済み', icon: IconCircleCheck },
}

/** アラート: what occurs, what is over, and what somebody has seen to. */
export function AlertsScreen({ search, onSearch, onTab, onOpen, detail, question }: Props) {
  const { tab = 'occurring' } = search
  const { data: occurring } = useQuery(occurringQuery)
  const [asked, setAsked] = useState<Alert | null>(null)
  const markAsker = useNeighbourFocus(asked !== null)
  return (
    <Page title="アラート">
      <PushSetting />
      <Tabs
        value={tab}
        onChange={(name) => onTab(alertStates.find((state) => state === name) ?? 'occurring')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {alertStates.map((state) => {
            const { label, icon: Icon } = looks[state]
            return (
              <Tabs.Tab
                key={state}
                value={state}
                leftSection={<Icon size={18} aria-hidden />}
                rightSection={
                  state === 'occurring' &&
                  occurring !== undefined &&
                  occurring.count > 0 && (
                    <Badge color="#a3221b" size="md" aria-label={`${occurring.count}件`}>
                      {occurring.count}
                    </Badge>
                  )
                }
              >
                {label}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <AlertList
            search={search}
            onSearch={onSearch}
            onOpen={onOpen}
            onConfirm={(alert) => {
              markAsker()
              setAsked(alert)
            }}
            detail={detail}
          />
        </Tabs.Panel>
      </Tabs>
      {asked && question(asked, () => setAsked(null))}
    </Page>
  )
}
