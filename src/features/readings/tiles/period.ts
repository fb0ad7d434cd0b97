/** Presets; `range` is custom. */
export const periods = ['day', 'week', 'fortnight', 'month', 'range'] as const
export type Period = (typeof periods)[number]

export const periodLabel: Record<Period, string> = {
  day: '日',
  week: '週',
  fortnight: '2週間',
  month: '月',
  range: '期間指定',
}

/** `from` and `to` are `YYYY-MM-DD-HH-mm`, with `range` only. */
export interface PeriodChoice {
  period: Period
  from?: string | undefined
  to?: string | undefined
}
