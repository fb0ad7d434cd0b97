import { use } from 'react'
import { TimeZone, useCurrentMinute } from './currentMinute.ts'
import { formatFullTime, formatRelativeTime } from './formatTime.ts'
import { TimeWords } from './TimeWords.tsx'

interface Props {
  /** ISO 8601. */
  time: string
}

/** Relative time, for use inside links and buttons: not focusable. */
export function PlainTime({ time }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const at = Date.parse(time)
  const full = formatFullTime(at, zone)
  return (
    <time dateTime={time} title={full}>
      <TimeWords short={formatRelativeTime(at, now, zone)} full={full} />
    </time>
  )
}
