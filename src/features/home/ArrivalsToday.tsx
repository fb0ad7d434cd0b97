import { useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { arrivalsTodayQuery } from '../../lib/queries/devices.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import classes from './TodayLine.module.css'
import { TodayPlace } from './TodayLine.tsx'

/**
 * How many of the reports that devices owe today so far have come, and how many pictures wait to be read; nothing where
 * none is scheduled and none waits, and where the counts are of an earlier day and cannot be loaded.
 */
export function ArrivalsToday() {
  const { data, dataUpdatedAt, error } = useQuery(arrivalsTodayQuery)
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const { online } = useNetwork()
  if (data?.scheduled === 0 && data.waiting === 0) return null
  if (data === undefined || todayIn(zone, dataUpdatedAt) !== todayIn(zone, now))
    return online && error === null && <TodayPlace />
  const { arrived, scheduled, waiting } = data
  return (
    <>
      {scheduled > 0 && (
        <ScreenLink route="/devices">
          報告 {arrived.toLocaleString('ja-JP')} / <span className={classes.wordy}>ここまでの</span>予定{' '}
          {scheduled.toLocaleString('ja-JP')}
          <span className={classes.wordy}>（今日）</span>
        </ScreenLink>
      )}
      {waiting > 0 && <span>読取待ちの写真 {waiting.toLocaleString('ja-JP')} 枚</span>}
    </>
  )
}
