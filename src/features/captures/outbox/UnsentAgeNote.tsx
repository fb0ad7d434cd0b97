import { Box } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import note from '../../../ui/state/Note.module.css'
import { useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../../ui/text/formatTime.ts'
import { type Age, ageOf } from './outboxAge.ts'
import { useOutbox } from './useOutbox.ts'

const advice: Record<Age, string> = {
  fresh: '',
  late: '電波の届く所でアプリを開き、送信してください。',
  urgent:
    'ブラウザは、長く使わないアプリのデータを消すことがあります。電波の届く所で送信するか、ファイルに書き出してください。',
}

const tones = { fresh: 'neutral', late: 'waiting', urgent: 'abnormal' }

/** Milliseconds. */
const shortestAge = 3_600_000

/** How old the oldest unsent row is, from an hour on, and from a day on what to do. */
export function UnsentAgeNote() {
  const { oldest } = useOutbox()
  const now = useCurrentMinute()
  if (oldest === null || now - oldest < shortestAge) return null
  const age = ageOf(oldest, now)
  const Icon = age === 'urgent' ? IconAlertTriangle : IconClock
  return (
    <Box component="p" className={note.note} p={12} mb={8} data-tone={tones[age]}>
      <Icon size={20} aria-hidden />
      もっとも古い未送信は{formatTimeAgo(oldest, now)}のものです。{advice[age]}
    </Box>
  )
}
