import { use } from 'react'
import { useHint } from '../layout/useHint.tsx'
import { TimeZone, useMinute } from './clock.ts'
import { fullTime, timeWords } from './timeWords.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface Props {
  /** ISO 8601, or milliseconds since 1970. */
  time: string | number
}

/** A time as people say it; the full one on hover and focus and to screen readers. */
export function TimeText({ time }: Props) {
  const zone = use(TimeZone)
  const now = useMinute()
  const at = typeof time === 'string' ? Date.parse(time) : time
  const full = fullTime(at, zone)
  const { target, hint } = useHint(full)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the full time must also be reachable by keyboard */}
      <time dateTime={new Date(at).toISOString()} tabIndex={0} {...target}>
        <span aria-hidden>{timeWords(at, now, zone)}</span>
        <VisuallyHidden>{full}</VisuallyHidden>
      </time>
      {hint}
    </>
  )
}
