import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ShownRound } from '../../lib/held/heldRound.ts'
import { isLate } from '../../lib/rounds/roundState.ts'
import { useRounds } from '../../lib/rounds/useRounds.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'

interface Props {
  /** A capture is open: notifications wait. */
  quiet: boolean
}

const noticeOf = ({ inspection_id, due_at }: ShownRound) => `late-round-${inspection_id}-${due_at}`

/**
 * Notifies about rounds that become late while the app is open, and takes that back when they are done. Those that nobody
 * has closed are hidden while a capture is open, and shown again afterwards.
 */
export function LateRoundsNotifier({ quiet }: Props) {
  const { rounds } = useRounds()
  const now = useCurrentMinute()
  const router = useRouter()
  /** Null: none asked for yet. */
  const told = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (rounds === undefined) return
    const late = rounds.filter((round) => isLate(round, now))
    // Also if the app begins with a capture: rounds that become late during it are shown afterwards.
    const before = told.current ?? new Set(late.map(noticeOf))
    if (quiet) {
      const waiting = [...before].filter((notice) => notify.isShown(notice))
      for (const notice of waiting) notify.hide(notice)
      told.current = new Set([...before].filter((notice) => !waiting.includes(notice)))
      return
    }
    told.current = new Set(late.map(noticeOf))
    for (const notice of before) if (!told.current.has(notice)) notify.hide(notice)
    for (const round of late) {
      const notice = {
        id: noticeOf(round),
        title: `点検ルートの遅れ: ${round.inspection_name}`,
        text: `期限を過ぎました。残り ${round.remaining} / ${round.planned}`,
        action: {
          label: '開く',
          run: () => void router.navigate({ to: '/rounds/$id', params: { id: String(round.inspection_id) } }),
        },
      }
      if (before.has(notice.id)) notify.reword(notice)
      else notify.urgent(notice)
    }
  }, [rounds, now, quiet, router])
  return null
}
