/** Year, month from 1 and date of a day, `YYYY-MM-DD`. */
export function partsOfDay(day: string): [year: number, month: number, date: number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}

/** Returns `YYYY-MM-DD`. Months and dates beyond the end count on: date 0 is the last day of the month before. */
export const dayOf = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 'YYYY-MM-DD'.length)
