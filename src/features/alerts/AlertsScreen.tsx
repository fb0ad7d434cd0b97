import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHistory } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import { troublesOf, useOpenAlerts } from '../../lib/live/useOpenAlerts.ts'
import {
  type AlertState,
  alertStates,
  occurringAlertsQuery,
  pastAlertsQuery,
} from '../../lib/queries/alerts.ts'
import { Maintenances } from '../../shared/maintenances/Maintenances.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { useFocusAfterRemoval } from '../../ui/table/useFocusAfterRemoval.ts'
import { usePressCooldown } from '../../ui/table/usePressCooldown.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { AlertList } from './AlertList.tsx'
import { EditCommentDialog } from './EditCommentDialog.tsx'
import { OtherTroublesButton } from './OtherTroublesButton.tsx'
import { PushAction } from './PushAction.tsx'
import { PushSetting } from './PushSetting.tsx'
import { type AlertSearch, saveSeen } from './search.ts'

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
  /** Switches to another tab; the filters that all tabs have stay. */
  onTab: (tab: AlertState) => void
  /** Writes an alert and its reading to the URL. */
  onOpen: (alert: Alert) => void
  /** The URL's reading, its neighbours, and their offset in the whole list. */
  detail: (among: readonly (Alert | undefined)[], whole: { before: number; count: number }) => ReactNode
  /** Confirmation dialog. */
  question: (alert: Alert, answers: { onConfirmed: () => void; onClose: () => void }) => ReactNode
  /** Devices in trouble and late rounds. */
  others?: ReactNode
}

const appearance = {
  occurring: { label: '発生中', icon: IconAlertTriangle },
  past: { label: '過去', icon: IconHistory },
  confirmed: { label: '確認済み', icon: IconCircleCheck },
}

/** アラート: open, ended and confirmed alerts. */
export function AlertsScreen({ search, onSearch, onTab, onOpen, detail, question, others }: Props) {
  const { tab = 'occurring' } = search
  const phone = useIsPhone()
  const open = useOpenAlerts()
  const { data: occurring } = useQuery(occurringAlertsQuery)
  const { data: past } = useQuery(pastAlertsQuery)
  const [asked, setAsked] = useState<Alert | null>(null)
  const [edited, setEdited] = useState<Alert | null>(null)
  const markAsker = useFocusAfterRemoval(asked !== null)
  const { cooling, startCooldown } = usePressCooldown()
  const newest = occurring?.alerts[0]?.id
  const client = useQueryClient()
  const now = useCurrentMinute()
  const { count = 0, devices = 0, late = 0 } = open ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the troubles have changed when their counts have
  useEffect(() => {
    if (tab === 'occurring' && occurring !== undefined)
      saveSeen({ newest: newest ?? 0, troubles: troublesOf(client, now) }, localStorage)
  }, [tab, newest, devices, late, now])
  const below = useRef<HTMLDivElement>(null)
  /** The list begins with the first group that has entries. */
  const isBelow = count > devices + late
  const marks = {
    occurring: count > 0 && (
      <Badge color="#a3221b" size="md" aria-label={`${count}件`}>
        {count}
      </Badge>
    ),
    past: past !== undefined && past > 0 && (
      <Badge color="gray" variant="light" size="md" aria-label={`未確認${past}件`}>
        {past}
      </Badge>
    ),
    confirmed: null,
  }
  return (
    <Page title="アラート" tabbed action={phone && <PushAction />}>
      {!phone && <PushSetting />}
      <Tabbed
        tabs={alertStates.map((state) => ({
          name: state,
          ...appearance[state],
          mark: marks[state],
        }))}
        shown={tab}
        onChoose={onTab}
      >
        <Maintenances />
        {tab === 'occurring' && !isBelow && others}
        {tab === 'occurring' && isBelow && devices + late > 0 && (
          <OtherTroublesButton devices={devices} late={late} target={below} />
        )}
        <AlertList
          search={search}
          onSearch={onSearch}
          onOpen={onOpen}
          onConfirm={
            cooling
              ? undefined
              : (alert) => {
                  markAsker()
                  setAsked(alert)
                }
          }
          onEditComment={setEdited}
          detail={detail}
        />
        {tab === 'occurring' && isBelow && (
          <div ref={below} tabIndex={-1}>
            {others}
          </div>
        )}
      </Tabbed>
      {edited && <EditCommentDialog alert={edited} onClose={() => setEdited(null)} />}
      {asked &&
        question(asked, {
          onConfirmed() {
            setAsked(null)
            // The next row is now under the same finger.
            startCooldown()
          },
          onClose: () => setAsked(null),
        })}
    </Page>
  )
}
