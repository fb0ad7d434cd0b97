import { Tooltip } from '@mantine/core'
import { use } from 'react'
import { TimeZone, useMinute } from './clock.ts'
import { fullTime, timeWords } from './timeWords.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface Props {
  /** ISO 8601, or milliseconds since 1970. */
  time: string | number
}

/** Relative time; the full one on hover, focus and for screen readers. */
export function TimeText({ time }: Props) {
  const zone = use(TimeZone)
  const now = useMinute()
  const at = typeof time === 'string' ? Date.parse(time) : time
  const full = fullTime(at, zone)
  return (
    <Tooltip label={full}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the full time must also be reachable by keyboard */}
      <time dateTime={new Date(at).toISOString()} tabIndex={0}>
        <span aria-hidden>{timeWords(at, now, zone)}</span>
        <VisuallyHidden>{full}</VisuallyHidden>
      </time>
    </Tooltip>
  )
}
