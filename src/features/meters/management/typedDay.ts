import { parseDay } from '../../../../contract/import/dates.ts'
import { isParsed } from '../../../../contract/import/parsed.ts'

/** Returns the day that a person typed, `YYYY-MM-DD`: null when empty, undefined when it is not understood. */
export function typedDay(text: string): string | null | undefined {
  if (text.trim() === '') return null
  const parsed = parseDay(text)
  return isParsed(parsed) ? parsed.value : undefined
}

/** Returns why a typed day is not understood, with the days that it could be. */
export function typedDayError(text: string): string {
  const parsed = parseDay(text)
  const days = isParsed(parsed) ? [] : parsed.proposals.map(({ value }) => value)
  return days.length === 0
    ? '1900年以降の日付を 2027-03-31 や R9.3.31 のように入力してください'
    : `${days.join(' か ')} のことであれば、そのように入力してください`
}
