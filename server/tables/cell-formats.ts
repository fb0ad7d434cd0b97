import { type DateSystem, timeOfDay, timeOfSerial } from '../../contract/import/serials.ts'

/** How cells of a style show a number. */
export type CellFormat =
  | { kind: 'number' }
  /** Codes such as 0012: digits, with zeros in front. */
  | { kind: 'padded'; digits: number }
  | { kind: 'date'; hasDay: boolean; hasTime: boolean; isElapsed: boolean }

const plain: CellFormat = { kind: 'number' }

/** Formats that files name by number only (ECMA-376, 18.8.30), with those of Japanese spreadsheets. */
const days = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const times = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47])
const elapsed = 46
const dayAndTime = 22

/** Returns what a format shows. `code`: undefined for the formats that files name by number only. */
export function cellFormat(id: number, code: string | undefined): CellFormat {
  if (code !== undefined) return formatOfCode(code)
  if (id === dayAndTime) return { kind: 'date', hasDay: true, hasTime: true, isElapsed: false }
  if (!days.has(id) && !times.has(id)) return plain
  return { kind: 'date', hasDay: days.has(id), hasTime: times.has(id), isElapsed: id === elapsed }
}

function formatOfCode(code: string): CellFormat {
  const [positive = ''] = code.split(';')
  if (/^0+$/.test(positive)) return { kind: 'padded', digits: positive.length }
  const isElapsed = /\[(h+|m+|s+)\]/i.test(positive)
  // Texts, escaped characters, fill, colours and locales; `General` and exponents have letters of dates.
  const letters = positive.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|General|G\/標準|E[+-]/gi, '')
  const hasTime = isElapsed || /[hs]/i.test(letters)
  const hasDay = /[yde]|g/i.test(letters) || (!hasTime && /m/i.test(letters))
  return hasTime || hasDay ? { kind: 'date', hasDay, hasTime, isElapsed } : plain
}

/** Returns a number as a cell shows it. Spreadsheets keep 15 digits. */
export function numberText(value: number, format: CellFormat, system: DateSystem): string {
  const text = String(Number(value.toPrecision(15)))
  if (format.kind === 'padded') return Number.isInteger(value) ? text.padStart(format.digits, '0') : text
  if (format.kind === 'number' || value < 0) return text
  if (format.isElapsed || (!format.hasDay && value < 1)) return timeOfDay(Math.round(value * 86_400))
  const time = timeOfSerial(value, system)
  if (time === null) return text
  return !format.hasTime && time.endsWith(' 00:00:00') ? time.slice(0, 'YYYY-MM-DD'.length) : time
}
