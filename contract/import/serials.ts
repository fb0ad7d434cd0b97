/** Milliseconds as if local time were UTC. */
const day = 86_400_000

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** The first day that a workbook counts from: 1900, or 1904 in old files of Macintosh. */
export type DateSystem = 1900 | 1904

/**
 * Returns a local time, `YYYY-MM-DD HH:mm:ss`, rounded to the second, for the days that a spreadsheet counts; null
 * before the first and after 9999. The day that 1900 did not have is `1900-02-29`, as spreadsheets show it.
 */
export function timeOfSerial(serial: number, system: DateSystem): string | null {
  const seconds = Math.round(serial * 86_400)
  const days = Math.floor(seconds / 86_400)
  if (days < (system === 1900 ? 1 : 0)) return null
  const time = timeOfDay(seconds % 86_400)
  if (system === 1900 && days === 60) return `1900-02-29 ${time}`
  const first = system === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const date = new Date(first + days * day)
  const year = date.getUTCFullYear()
  if (Number.isNaN(year) || year > 9999) return null
  return `${pad(year, 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())} ${time}`
}

/** Returns `HH:mm:ss`. From 24 hours on the hours are counted on, as spreadsheets show sums of times. */
export const timeOfDay = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => pad(part)).join(':')
