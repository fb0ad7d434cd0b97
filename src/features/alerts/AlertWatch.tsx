import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { use, useEffect, useRef } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import { occurringQuery } from '../../lib/queries/alerts.ts'
import { useUnitName } from '../../lib/queries/units.ts'
import { TimeZone } from '../../ui/clock.ts'
import { notify } from '../../ui/notify.tsx'
import { numberText } from '../../ui/numberText.ts'
import { timeWords } from '../../ui/timeWords.ts'
import { createNewcomers } from './newcomers.ts'

/** More than these at once are told as one. */
const mostNotices = 3

interface Props {
  /** Somebody is at the camera: the news waits until they are back. */
  quiet: boolean
}

/** Tells of alerts that begin while somebody looks, and keeps the count on the app’s icon. */
export function AlertWatch({ quiet }: Props) {
  const { data, isFetchedAfterMount } = useQuery(occurringQuery)
  const router = useRouter()
  const zone = use(TimeZone)
  const unitName = useUnitName()
  const newcomers = useRef(createNewcomers())
  // Only what is known by now; nothing is told again because a unit got its name.
  const latest = useRef({ zone, unitName })
  useEffect(() => {
    latest.current = { zone, unitName }
  })

  useEffect(() => {
    if (data === undefined || !isFetchedAfterMount || quiet) return
    const fresh = newcomers.current(data.alerts)
    const show = (search: { alert?: number; value?: number }) =>
      void router.navigate({
        to: '/alerts',
        search: { tab: 'occurring', ...search },
        ...(search.value !== undefined && { state: { openedHere: false } }),
      })
    if (fresh.length > mostNotices) {
      const text = 'アラートの一覧で確認してください。'
      const title = `新しいアラートが ${fresh.length} 件あります`
      notify.news({ id: 'alerts', title, text, action: { label: '開く', run: () => show({}) } })
      return
    }
    for (const alert of fresh) {
      notify.news({
        id: `alert-${alert.id}`,
        title: `異常: ${alert.meter_value.meter.name}`,
        text: textOf(alert, latest.current.unitName, latest.current.zone),
        action: { label: '開く', run: () => show({ alert: alert.id, value: alert.meter_value.id }) },
      })
    }
  }, [data, isFetchedAfterMount, quiet, router])

  const count = data?.count
  useEffect(() => {
    if (count === undefined || !('setAppBadge' in navigator)) return
    // Only an installed app has an icon of its own.
    navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
  return null
}

function textOf(
  { meter_value: { value, created_at: time, meter } }: Alert,
  unitName: (id: number) => string | undefined,
  zone: string,
): string {
  const shown =
    value === null
      ? 'データ無し'
      : `${numberText(value, meter.decimal_point)} ${unitName(meter.meter_unit_id) ?? ''}`.trimEnd()
  return `測定値 ${shown}（${timeWords(Date.parse(time), Date.now(), zone)}）`
}
