import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import type { Alert } from '../../contract/alerts.ts'
import { AlertsScreen } from '../features/alerts/AlertsScreen.tsx'
import {
  type AlertSearch,
  alertSearch,
  alertTabKey,
  firstTab,
  searchOfTab,
} from '../features/alerts/search.ts'
import { DeviceTroublesNote } from '../features/devices/DeviceTroublesNote.tsx'
import { ReadingDialog } from '../features/readings/detail/ReadingDialog.tsx'
import { ConfirmAlertDialog } from '../features/readings/tiles/ConfirmAlertDialog.tsx'
import { LateRoundsNote } from '../features/rounds/LateRoundsNote.tsx'
import { organizationDay, saveTab } from '../lib/dayTab.ts'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'
import { alertQuery, occurringAlertsQuery } from '../lib/queries/alerts.ts'
import { correctedNow } from '../ui/text/currentMinute.ts'

export const Route = createFileRoute('/alerts')({
  staticData: { access: 'user' },
  validateSearch: alertSearch,
  beforeLoad: async ({ search, context: { queryClient } }) => {
    if (search.tab !== undefined) return
    // What late rounds need would be in the script of the sign-in.
    const { troublesOf } = await import('../lib/live/useOpenAlerts.ts')
    const occurring = queryClient.getQueryData(occurringAlertsQuery.queryKey)?.alerts
    const known = occurring && {
      newest: occurring[0]?.id ?? 0,
      troubles: troublesOf(queryClient, correctedNow()),
    }
    const tab = firstTab(known, organizationDay(queryClient), localStorage)
    // The URL has the complete state from the start, for Back.
    throw redirect({ to: '/alerts', search: { ...search, tab }, replace: true })
  },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Alerts,
})

function Alerts() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const client = useQueryClient()
  return (
    <AlertsScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: next.page !== search.page })}
      onTab={(tab) => {
        saveTab(alertTabKey, tab, organizationDay(client), localStorage)
        void navigate({ search: searchOfTab(search, tab), resetScroll: false })
      }}
      onOpen={({ id: alert, meter_value: { id: value } }) =>
        void navigate({
          search: { ...search, alert, value },
          state: { openedHere: true },
          resetScroll: false,
        })
      }
      detail={(among, whole) =>
        search.value !== undefined && (
          <Detail search={search} value={search.value} among={among} whole={whole} />
        )
      }
      others={
        <>
          <DeviceTroublesNote />
          <LateRoundsNote />
        </>
      }
      question={(alert, answers) => (
        <ConfirmAlertDialog alert={alert} reading={alert.meter_value} {...answers} />
      )}
    />
  )
}

interface DetailProps {
  search: AlertSearch
  value: number
  among: readonly (Alert | undefined)[]
  whole: { before: number; count: number }
}

/** An alert's reading over the list; connects the two features. */
function Detail({ search, value, among, whole }: DetailProps) {
  const router = useRouter()
  const navigate = Route.useNavigate()
  const client = useQueryClient()
  const { alert: id = 0 } = search
  const { data: alert } = useQuery({ ...alertQuery(client, id), enabled: id > 0 })
  return (
    <ReadingDialog
      id={value}
      listed={among.map((each) => each?.meter_value)}
      alert={alert}
      whole={whole}
      onMove={(next) =>
        void navigate({
          search: {
            ...search,
            value: next,
            alert: among.find((each) => each?.meter_value.id === next)?.id,
          },
          replace: true,
          resetScroll: false,
          // Replaces, so that the list stays one step back.
          state: true,
        })
      }
      onClose={() => {
        if (router.state.location.state.openedHere) return router.history.back()
        void navigate({
          search: { ...search, alert: undefined, value: undefined },
          replace: true,
          resetScroll: false,
        })
      }}
    />
  )
}
