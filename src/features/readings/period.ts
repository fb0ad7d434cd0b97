/** Presets of the period selector; `range` is two times that the person picked. */
export const periods = ['day', 'week', 'fortnight', 'month', 'range'] as const
export type Period = (typeof periods)[number]

export const periodLabel: Record<Period, string> = {
  day: '日',
  week: '週',
  fortnight: '2週間',
  month: '月',
  range: '期間指定',
}

/** What the person chose. `from` and `to` are `YYYY-MM-DD-HH-mm` and stand only with `range`. */
export interface PeriodChoice {
  period: Period
  from?: string | undefined
  to?: string | undefined
}
