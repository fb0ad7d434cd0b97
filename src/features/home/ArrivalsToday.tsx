import { useQuery } from '@tanstack/react-query'
import { arrivalsTodayQuery } from '../../lib/queries/devices.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'

/**
 * How many of the reports that devices owe today so far have come, and how many pictures wait to be read; nothing where
 * none is scheduled and none waits.
 */
export function ArrivalsToday() {
  const { data } = useQuery(arrivalsTodayQuery)
  if (data === undefined || (data.scheduled === 0 && data.waiting === 0)) return null
  const { arrived, scheduled, waiting } = data
  return (
    <>
      {scheduled > 0 && (
        <ScreenLink route="/devices">
          報告 {arrived.toLocaleString('ja-JP')} / 予定 {scheduled.toLocaleString('ja-JP')}（今日）
        </ScreenLink>
      )}
      {waiting > 0 && <span>読取待ちの写真 {waiting.toLocaleString('ja-JP')} 枚</span>}
    </>
  )
}
