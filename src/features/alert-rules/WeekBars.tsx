import { use } from 'react'
import type { ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './trial.module.css'
import { weeksOf } from './trialTexts.ts'

/** How many cases opened in each week, as bars on the time axis of the chart above. */
export function WeekBars({ replay }: { replay: ReplayAnswer }) {
  const zone = use(TimeZone)
  const weeks = weeksOf(replay)
  const most = Math.max(1, ...weeks.map(({ count }) => count))
  const date = new Intl.DateTimeFormat('ja-JP', { month: 'numeric', day: 'numeric', timeZone: zone })
  return (
    <ol className={classes.weeks} aria-label="週ごとのアラートの件数">
      {weeks.map(({ from, count }) => (
        <li key={from}>
          <span className={classes.bar} style={{ height: `${(count / most) * 32}px` }} aria-hidden />
          <VisuallyHidden>{`${date.format(from)}からの週 `}</VisuallyHidden>
          <span data-zero={count === 0 || undefined}>{count}件</span>
          <span className={classes.date} aria-hidden>
            {date.format(from)}
          </span>
        </li>
      ))}
    </ol>
  )
}
