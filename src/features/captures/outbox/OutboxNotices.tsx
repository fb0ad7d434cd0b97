import { useEffect, useRef } from 'react'
import { showBadge } from '../../../../offline/badge.ts'
import { savedAtOf } from '../../../../offline/rows.ts'
import { isUnsent } from '../../../../offline/sendable.ts'
import { useOpenAlerts } from '../../../lib/live/useOpenAlerts.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { useOutbox } from './useOutbox.ts'

/** What arrives sooner is told where it was photographed. Milliseconds. */
const shortWait = 60_000
/** Until then more may arrive. Milliseconds. */
const pause = 2000

/**
 * Beside every screen: the number on the app's icon, of unsent rows and open alerts, and how many the server has received
 * once some have waited.
 */
export function OutboxNotices() {
  const { rows, unsent, sending } = useOutbox()
  const waiting = useRef(new Set<string>())
  const arrived = useRef({ count: 0, waited: false })
  const alerts = useOpenAlerts()?.count ?? 0
  useEffect(() => void showBadge(unsent + alerts), [unsent, alerts])
  useEffect(() => {
    for (const row of rows) {
      if (isUnsent(row.state)) waiting.current.add(row.id)
      else if (waiting.current.delete(row.id) && row.sentAt !== null) {
        arrived.current.count += 1
        arrived.current.waited ||= row.sentAt - savedAtOf(row) > shortWait
      }
    }
    if (arrived.current.count === 0 || sending) return
    const timer = setTimeout(() => {
      const { count, waited } = arrived.current
      // Also what the server had from another device.
      if (waited) notify.success(`${count}件をサーバーが受領しました`)
      arrived.current = { count: 0, waited: false }
    }, pause)
    return () => clearTimeout(timer)
  }, [rows, sending])
  return null
}
