import { useEffect, useRef } from 'react'
import { showBadge } from '../../../offline/badge.ts'
import { happenedAt } from '../../../offline/rows.ts'
import { isUnsent } from '../../../offline/sendable.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useOutbox } from './useOutbox.ts'

/** What arrives sooner is told where it was photographed. Milliseconds. */
const shortWait = 60_000
/** Until then more may arrive. Milliseconds. */
const pause = 2000

/** Beside every screen: the number on the app's icon, and one word when what has waited has arrived. */
export function OutboxNotices() {
  const { rows, unsent, sending } = useOutbox()
  const waiting = useRef(new Set<string>())
  const arrived = useRef(0)
  useEffect(() => void showBadge(unsent), [unsent])
  useEffect(() => {
    for (const row of rows) {
      if (isUnsent(row.state)) waiting.current.add(row.id)
      else if (waiting.current.delete(row.id) && row.sentAt !== null)
        arrived.current += row.sentAt - happenedAt(row) > shortWait ? 1 : 0
    }
    if (arrived.current === 0 || sending) return
    const timer = setTimeout(() => {
      notify.success(`${arrived.current}件を送信しました`)
      arrived.current = 0
    }, pause)
    return () => clearTimeout(timer)
  }, [rows, sending])
  return null
}
