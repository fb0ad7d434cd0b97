import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../ui/text/formatTime.ts'
import classes from './OutboxDrawer.module.css'
import { type Age, ageOf } from './outboxAge.ts'
import { useOutbox } from './useOutbox.ts'

const advice: Record<Age, string> = {
  fresh: '',
  late: '電波の届く所でアプリを開き、送信してください。',
  urgent:
    'ブラウザーは、長く使わないアプリのデータを消すことがあります。今すぐ送信するか、ファイルに書き出してください。',
}

/** How old the oldest unsent row is, and from a day on what to do. */
export function AgeNote() {
  const { oldest } = useOutbox()
  const now = useCurrentMinute()
  if (oldest === null) return null
  const age = ageOf(oldest, now)
  const Icon = age === 'urgent' ? IconAlertTriangle : IconClock
  return (
    <p className={classes.note} data-age={age}>
      <Icon size={20} aria-hidden />
      もっとも古い未送信は{formatTimeAgo(oldest, now)}のものです。{advice[age]}
    </p>
  )
}
