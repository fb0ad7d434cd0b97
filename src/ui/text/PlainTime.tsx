import { use } from 'react'
import { TimeZone, useMinute } from './clock.ts'
import { fullTime, timeWords } from './timeWords.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface Props {
  /** ISO 8601. */
  time: string
}

/** A time as people say it, for the inside of a link or button, which must not hold anything to focus. */
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
