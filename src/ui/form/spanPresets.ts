import dayjs from 'dayjs'

const day = 'YYYY-MM-DD'

/** Named spans; both days `YYYY-MM-DD`, inclusive. */
export interface SpanPreset {
  label: string
  from: string
  to: string
}

/** What the home has as 日 and 週. `today` is `YYYY-MM-DD` in the organization’s zone. */
export const recentSpans = (today: string): SpanPreset[] => [
  { label: '今日', from: today, to: today },
  { label: '直近1週間', from: dayjs(today).subtract(7, 'day').format(day), to: today },
]

/** `today` is `YYYY-MM-DD` in the organization’s zone. */
export function spanPresets(today: string): SpanPreset[] {
  const now = dayjs(today)
  const yesterday = now.subtract(1, 'day').format(day)
  const lastMonth = now.subtract(1, 'month')
  return [
    { label: '昨日', from: yesterday, to: yesterday },
    { label: '今月', from: now.startOf('month').format(day), to: today },
    {
      label: '先月',
      from: lastMonth.startOf('month').format(day),
      to: lastMonth.endOf('month').format(day),
    },
  ]
}
