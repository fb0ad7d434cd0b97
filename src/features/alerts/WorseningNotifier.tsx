import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../../../text/formatNumber.ts'
import { worsenedAlertsQuery } from '../../lib/live/worsenedAlerts.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { createNewRowDetector } from './newAlerts.ts'

interface Props {
  /** A capture is open: notifications wait. */
  quiet: boolean
}

/** Notifies about confirmed alerts that get worse while the app is open. */
export function WorseningNotifier({ quiet }: Props) {
  const { data } = useQuery(worsenedAlertsQuery)
  const { units } = useMasters('units')
  const router = useRouter()
  const findNew = useRef<ReturnType<typeof createNewRowDetector> | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const steps = data.flatMap((alert) => (alert.worsened ? [{ ...alert.worsened, alert }] : []))
    if (findNew.current === null) {
      findNew.current = createNewRowDetector()
      findNew.current(steps)
      return
    }
    if (quiet) return
    for (const { alert, value, previous_value: before, meter_value_id: reading } of findNew.current(steps)) {
      const { meter } = alert.meter_value
      const textOf = (each: number | null) =>
        each === null ? 'データ無し' : formatNumber(each, meter.decimal_point)
      const unit = nameIn(units, meter.meter_unit_id) ?? ''
      notify.urgent({
        id: `worsened-${alert.id}`,
        title: `さらに悪化: ${meter.name}`,
        text: `確認済みのアラートの測定値 ${textOf(before)} → ${textOf(value)} ${unit}`.trimEnd(),
        action: {
          label: '開く',
          run: () =>
            void router.navigate({
              to: '/alerts',
              search: { tab: 'confirmed', alert: alert.id, value: reading },
              state: { openedHere: false },
            }),
        },
      })
    }
  }, [data, quiet, units, router])
  return null
}
