import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { use, useEffect, useRef } from 'react'
import { levelLabel } from '../../../contract/alert-rules/levels.ts'
import type { Alert } from '../../../contract/alerts.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { manyOpenedQuery, occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { type Masters, nameIn, useMasters } from '../../lib/queries/masters.ts'
import { emptyText } from '../../shared/readings/ValueText.tsx'
import { useIsSmallScreen } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { correctedNow, TimeZone } from '../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../ui/text/formatTime.ts'
import { addNotifications, createNewRowDetector, joinNames, type ShownNotifications } from './newAlerts.ts'

const togetherId = 'alerts'

/** More are merged into one: on a phone each takes an eighth of the screen, in landscape a quarter. */
const maxNotices = { small: 1, other: 3 }

const noticeOf = ({ id }: Alert) => `alert-${id}`

interface Props {
  /** A capture is open: notifications wait. */
  quiet: boolean
}

/**
 * Notifies about new alerts. Notifications that nobody has closed are hidden while a capture is open, and shown again
 * afterwards.
 */
export function AlertNotifier({ quiet }: Props) {
  const { data, isFetchedAfterMount } = useQuery(occurringAlertsQuery)
  const client = useQueryClient()
  const router = useRouter()
  const zone = use(TimeZone)
  const { units } = useMasters('units')
  const max = useIsSmallScreen() ? maxNotices.small : maxNotices.other
  /** Null: the first alerts have not been received yet. */
  const newRows = useRef<ReturnType<typeof createNewRowDetector> | null>(null)
  const shown = useRef<ShownNotifications<Alert>>({ each: [], together: [] })
  /** The alerts whose notifications a capture hides. */
  const hidden = useRef<readonly Alert[]>([])
  // A ref: new unit names or a rotation must not notify again.
  const latest = useRef({ zone, units, max, quiet })
  useEffect(() => {
    latest.current = { zone, units, max, quiet }
  })

  useEffect(() => {
    if (data === undefined || !isFetchedAfterMount) return
    // Also if the app begins with a capture: alerts that open during it are shown afterwards.
    if (newRows.current === null) {
      newRows.current = createNewRowDetector()
      newRows.current(data.alerts)
    }
    if (quiet) return
    const findNew = newRows.current
    // What has ended or was confirmed during the capture is not shown again. A longer list is not known whole.
    const isOpen = ({ id }: Alert) =>
      data.count > data.alerts.length || data.alerts.some((alert) => alert.id === id)
    const waiting = hidden.current.filter(isOpen)
    hidden.current = []
    const open = (search: { alert?: number; value?: number }) =>
      void router.navigate({
        to: '/alerts',
        search: { tab: 'occurring', ...search },
        ...(search.value !== undefined && { state: { openedHere: false } }),
      })
    const tell = (fresh: readonly Alert[]) => {
      if (fresh.length === 0) return
      // A capture was opened before the answer arrived.
      if (latest.current.quiet) {
        hidden.current = [...fresh, ...hidden.current]
        return
      }
      const before = shown.current
      const isUnread = (what: Alert | 'together') =>
        notify.isShown(what === 'together' ? togetherId : noticeOf(what))
      shown.current = addNotifications(before, fresh, isUnread, latest.current.max)
      if (shown.current.together.length > 0) {
        for (const alert of before.each) notify.hide(noticeOf(alert))
        notify.urgent({
          id: togetherId,
          title: `新しいアラートが ${shown.current.together.length} 件あります`,
          text: joinNames(shown.current.together.map(({ meter_value: { meter } }) => meter.name)),
          action: { label: '開く', run: () => open({}) },
        })
        return
      }
      for (const alert of fresh) {
        notify.urgent({
          id: noticeOf(alert),
          title: `${alert.rule ? levelLabel[alert.rule.level] : '異常'}: ${alert.meter_value.meter.name}`,
          text: textOf(alert, latest.current.units, latest.current.zone),
          action: { label: '開く', run: () => open({ alert: alert.id, value: alert.meter_value.id }) },
        })
      }
    }
    const fresh = findNew(data.alerts)
    const isBurst = fresh.length === data.alerts.length && data.count > fresh.length
    if (!isBurst) return tell([...fresh, ...waiting])
    // If the request fails, notifies about those known.
    const all = client.query(manyOpenedQuery).then(({ alerts }) => findNew(alerts))
    all.catch(() => []).then((others) => tell([...fresh, ...others, ...waiting]))
  }, [data, isFetchedAfterMount, quiet, router, client])

  useEffect(() => {
    if (!quiet) return
    const { each, together } = shown.current
    const unread = each.filter((alert) => notify.isShown(noticeOf(alert)))
    hidden.current = [...unread, ...(notify.isShown(togetherId) ? together : []), ...hidden.current]
    for (const alert of unread) notify.hide(noticeOf(alert))
    notify.hide(togetherId)
    shown.current = { each: [], together: [] }
  }, [quiet])
  return null
}

function textOf(
  { meter_value: { value, created_at: time, meter, reasons } }: Alert,
  units: Masters['units'],
  zone: string,
): string {
  const shown =
    value === null
      ? emptyText(null, null, reasons)
      : `${formatNumber(value, meter.decimal_point)} ${nameIn(units, meter.meter_unit_id) ?? ''}`.trimEnd()
  return `測定値 ${shown}（${formatRelativeTime(Date.parse(time), correctedNow(), zone)}）`
}
