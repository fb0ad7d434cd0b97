import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { lateRounds } from '../../lib/lateRounds.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import classes from './TodayLine.module.css'

/** How many of the rounds that are due today are done, and how many are late; nothing where none is due or late. */
export function RoundsToday() {
  const { data = [] } = useQuery(roundsQuery)
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const today = todayIn(zone, now)
  const due = data.filter(({ due_at }) => due_at !== null && todayIn(zone, Date.parse(due_at)) === today)
  const done = due.filter(({ done_at }) => done_at !== null)
  const late = lateRounds(data, now)
  if (due.length === 0 && late.length === 0) return null
  return (
    <span>
      <ScreenLink route="/rounds">
        点検ルート
        {due.length > 0 && (
          <>
            {` ${done.length} / `}
            <span className={classes.wordy}>予定 </span>
            {due.length}
            <span className={classes.wordy}>（今日）</span>
          </>
        )}
        {late.length > 0 && (
          <span className={classes.late}>
            <IconAlertTriangleFilled size={14} aria-hidden />
            遅れ {late.length}件
          </span>
        )}
      </ScreenLink>
    </span>
  )
}
