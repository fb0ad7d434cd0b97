import dayjs from 'dayjs'

const day = 'YYYY-MM-DD'

/** Named spans; both days `YYYY-MM-DD`, inclusive. */
export interface CommonSpan {
  label: string
  from: string
  to: string
}

/** `today` is `YYYY-MM-DD` in the organization’s zone. */
export function commonSpans(today: string): CommonSpan[] {
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
