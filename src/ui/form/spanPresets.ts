import { dayOf, partsOfDay } from '../text/calendarDays.ts'

/** Named spans; both days `YYYY-MM-DD`, inclusive. */
export interface SpanPreset {
  label: string
  from: string
  to: string
}

/** What the home has as 日 and 週. `today` is `YYYY-MM-DD` in the organization’s zone. */
export function recentSpans(today: string): SpanPreset[] {
  const [year, month, date] = partsOfDay(today)
  return [
    { label: '今日', from: today, to: today },
    { label: '直近1週間', from: dayOf(year, month, date - 7), to: today },
  ]
}

/** `today` is `YYYY-MM-DD` in the organization’s zone. */
export function spanPresets(today: string): SpanPreset[] {
  const [year, month, date] = partsOfDay(today)
  const yesterday = dayOf(year, month, date - 1)
  return [
    { label: '昨日', from: yesterday, to: yesterday },
    { label: '今月', from: dayOf(year, month, 1), to: today },
    { label: '先月', from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) },
  ]
}
