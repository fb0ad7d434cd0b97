import { Tooltip } from '@mantine/core'
import { use } from 'react'
import { TimeZone, useCurrentMinute } from './currentMinute.ts'
import { formatFullTime, formatRelativeTime } from './formatTime.ts'
import { TimeWords } from './TimeWords.tsx'

interface Props {
  /** ISO 8601, or milliseconds since 1970. */
  time: string | number
}

/** Relative time; the full one on hover, focus and for screen readers. */
export function TimeText({ time }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const at = typeof time === 'string' ? Date.parse(time) : time
  const full = formatFullTime(at, zone)
  return (
    <Tooltip label={full}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the full time must also be reachable by keyboard */}
      <time dateTime={new Date(at).toISOString()} tabIndex={0}>
        <TimeWords short={formatRelativeTime(at, now, zone)} full={full} />
      </time>
    </Tooltip>
  )
}
