import { use } from 'react'
import { TimeZone, useCurrentMinute } from './currentMinute.ts'
import { formatFullTime, formatRelativeTime } from './formatTime.ts'
import { TimeWords } from './TimeWords.tsx'

interface Props {
  /** ISO 8601. */
  time: string
  /** Milliseconds since 1970, to tell today from other days; default: by this device's clock. */
  now?: number
}

/** Relative time, inside links and buttons, and in rows of fields and buttons: not focusable. */
export function PlainTime({ time, now }: Props) {
  const zone = use(TimeZone)
  const minute = useCurrentMinute()
  const at = Date.parse(time)
  const full = formatFullTime(at, zone)
  return (
    <time dateTime={time} title={full}>
      <TimeWords short={formatRelativeTime(at, now ?? minute, zone)} full={full} />
    </time>
  )
}
