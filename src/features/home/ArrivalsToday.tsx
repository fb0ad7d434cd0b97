import { useQuery } from '@tanstack/react-query'
import { arrivalsTodayQuery } from '../../lib/queries/devices.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import classes from './ArrivalsToday.module.css'

/** How many of the reports that devices owe today so far have come; nothing where none is scheduled. */
export function ArrivalsToday() {
  const { data } = useQuery(arrivalsTodayQuery)
  if (data === undefined || data.scheduled === 0) return null
  return (
    <p className={classes.line}>
      <ScreenLink route="/devices">
        報告 {data.arrived.toLocaleString('ja-JP')} / 予定 {data.scheduled.toLocaleString('ja-JP')}（今日）
      </ScreenLink>
    </p>
  )
}
