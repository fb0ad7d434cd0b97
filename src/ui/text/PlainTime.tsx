import { use } from 'react'
import { TimeZone, useMinute } from './clock.ts'
import { fullTime, timeWords } from './timeWords.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface Props {
  /** ISO 8601. */
  time: string
}

/** Relative time, for use inside links and buttons: not focusable. */
export function PlainTime({ time }: Props) {
  const zone = use(TimeZone)
  const now = useMinute()
  const at = Date.parse(time)
  const full = fullTime(at, zone)
  return (
    <time dateTime={time} title={full}>
      <span aria-hidden>{timeWords(at, now, zone)}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </time>
  )
}
