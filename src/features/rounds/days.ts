import type { PastRound } from '../../../contract/rounds.ts'
import { todayIn } from '../../ui/text/formatTime.ts'

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** A round ends when the next one begins: its last day is the one before. */
const lastDay = (endsAt: string, zone: string) => todayIn(zone, Date.parse(endsAt) - 1)

/** 2026/11/24（火） */
export function endDay(endsAt: string, zone: string): string {
  const day = lastDay(endsAt, zone)
  return `${day.replaceAll('-', '/')}（${weekdays[new Date(day).getUTCDay()] ?? ''}）`
}

/** `11/16 〜 11/22` of a round of several days; null: of one day. */
export function spanText(
  { begins_at, ends_at }: Pick<PastRound, 'begins_at' | 'ends_at'>,
  zone: string,
): string | null {
  const [first, last] = [todayIn(zone, Date.parse(begins_at)), lastDay(ends_at, zone)]
  return first === last ? null : `${shortOf(first)} 〜 ${shortOf(last)}`
}

function shortOf(day: string): string {
  const [, month, date] = day.split('-')
  return `${Number(month)}/${Number(date)}`
}
