import { failed, matchingText, type Parsed, type Proposal, type Repair } from './parsed.ts'
import { timeOfSerial } from './serials.ts'

/** Eras with their first days. The last day of one is the day before the next. */
const eras = [
  { names: ['T', '大正'], first: '1912-07-30' },
  { names: ['S', '昭和'], first: '1926-12-25' },
  { names: ['H', '平成'], first: '1989-01-08' },
  { names: ['R', '令和'], first: '2019-05-01' },
] as const
const afterLastEra = '9999'

const firstYear = '1900'
/** Years in which the number of a day in a spreadsheet is taken for one. */
const serialYears = ['1950', '2100'] as const

const pad = (part: string | number) => String(part).padStart(2, '0')

/** Returns `YYYY-MM-DD`, or null for a day that no calendar has. */
function dayOf(year: string | number, month: string, date: string): string | null {
  const day = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) && day >= firstYear ? day : null
}

const propose = (readings: readonly (readonly [Repair, string | null])[]): Proposal<string>[] =>
  readings.flatMap(([repair, value]) => (value === null ? [] : [{ repair, value }]))

const separated = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const short = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{1,2})$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
const inEra = /^([TSHR]|大正|昭和|平成|令和)\.?(元|\d{1,2})[-/.](\d{1,2})[-/.](\d{1,2})$/i

/**
 * Parses a day from 1900 on, as `YYYY-MM-DD`: 2026/11/1, 2026年11月1日, 20261101, R8.11.1, 令和8年11月1日, full-width and
 * with the day of the week behind it. A day that an era did not have any more, a year of two digits, a year at the
 * end and the number of a day in a spreadsheet have a problem, with the days that they could be.
 */
export function parseDay(text: string): Parsed<string> {
  const written = matchingText(text)
    .replace(/\s*\([日月火水木金土]曜?日?\)$/, '')
    .replace(/\s/g, '')
    .replace(/[−‐–ー]/g, '-')
    .replace(/^(.+)日$/, '$1')
    .replace(/[年月]/g, '-')
  const [, ...parts] = separated.exec(written) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(written) ?? []
  if (parts.length > 0) return existing(dayOf(parts[0] ?? '', parts[1] ?? '', parts[2] ?? ''))
  const era = inEra.exec(written)
  if (era !== null) return dayInEra(era)
  const [, year = '', month = '', date = ''] =
    short.exec(written) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(written) ?? []
  if (year !== '') return ambiguous(twoDigitYear(year, month, date))
  const [, first = '', second = '', last = ''] = yearLast.exec(written) ?? []
  if (last !== '')
    return ambiguous(
      propose([
        ['month_first', dayOf(last, first, second)],
        ['day_first', dayOf(last, second, first)],
      ]),
    )
  const days = serialTimes(written).filter(({ value }) => value.endsWith(' 00:00:00'))
  return ambiguous(days.map(({ repair, value }) => ({ repair, value: value.slice(0, 'YYYY-MM-DD'.length) })))
}

const existing = (day: string | null): Parsed<string> =>
  day === null ? failed('date_unknown') : { value: day }

const ambiguous = (proposals: readonly Proposal<string>[]): Parsed<string> => ({
  problem: proposals.length === 0 ? 'not_a_date' : 'ambiguous',
  proposals,
})

const twoDigitYear = (year: string, month: string, date: string): Proposal<string>[] =>
  propose([
    ['two_digit_year', dayOf(2000 + Number(year), month, date)],
    ['reiwa_year', Number(year) === 0 ? null : dayOf(2018 + Number(year), month, date)],
  ])

function dayInEra([, name = '', yearText = '', month = '', date = '']: RegExpExecArray): Parsed<string> {
  const index = eras.findIndex(({ names }) => names.some((each) => each === name.toUpperCase()))
  const era = eras[index]
  const year = yearText === '元' ? 1 : Number(yearText)
  if (era === undefined || year === 0) return failed('date_unknown')
  const day = dayOf(Number(era.first.slice(0, 4)) + year - 1, month, date)
  if (day === null) return failed('date_unknown')
  const end = eras[index + 1]?.first ?? afterLastEra
  if (day >= era.first && day < end) return { value: day }
  return { problem: 'outside_era', proposals: day < era.first ? [] : [{ repair: 'next_era', value: day }] }
}

/** The times that a number of days in a spreadsheet could be. */
function serialTimes(text: string): Proposal<string>[] {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return []
  const [first, end] = serialYears
  return propose([
    ['excel_1900', timeOfSerial(Number(text), 1900)],
    ['excel_1904', timeOfSerial(Number(text), 1904)],
  ]).filter(({ value }) => value >= first && value < end)
}

const clock =
  /^(.*?)[\sT]*(午前|午後|AM|PM)?\s*(\d{1,2})(?::|時)(\d{1,2})(?:(?::|分)(\d{1,2})(?:\.\d+)?)?[分秒]?$/i

/**
 * Parses a local time, as `YYYY-MM-DD HH:mm:ss`: a day as `parseDay` reads it with 9:00, 9時00分, 午後3:00 or 24:00,
 * which is the beginning of the next day. A day alone has a problem, with the times that are meant by it.
 */
export function parseTime(text: string): Parsed<string> {
  const written = matchingText(text)
  const serials = serialTimes(written).filter(({ value }) => !value.endsWith(' 00:00:00'))
  if (serials.length > 0) return ambiguous(serials)
  const match = clock.exec(written)
  if (match === null) return atNoTime(parseDay(written))
  const [, dayText = '', half = '', hours = '', minutes = '', seconds = '0'] = match
  const time = secondsOf(half, Number(hours), Number(minutes), Number(seconds))
  if (time === null) return failed('date_unknown')
  return mapped(parseDay(dayText), (day) => at(day, time))
}

const hour = 3600

function secondsOf(half: string, hours: number, minutes: number, seconds: number): number | null {
  if (minutes > 59 || seconds > 59 || hours > 24 || (half !== '' && hours > 12)) return null
  const from = /午後|PM/i.test(half) ? 12 : 0
  const time = ((half === '' ? hours : (hours % 12) + from) * 60 + minutes) * 60 + seconds
  return time > 24 * hour ? null : time
}

const at = (day: string, seconds: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

function mapped(parsed: Parsed<string>, change: (value: string) => string): Parsed<string> {
  if ('value' in parsed) return { value: change(parsed.value) }
  const proposals = parsed.proposals.map(({ repair, value }) => ({ repair, value: change(value) }))
  return { problem: parsed.problem, proposals }
}

/** A day that has a problem of its own is repaired in its cell, as its time is not known either. */
function atNoTime(parsed: Parsed<string>): Parsed<string> {
  if (!('value' in parsed)) return { problem: parsed.problem, proposals: [] }
  const { value: day } = parsed
  return {
    problem: 'time_missing',
    proposals: propose([
      ['start_of_day', at(day, 0)],
      ['noon', at(day, 12 * hour)],
      ['end_of_day', at(day, 24 * hour)],
    ]),
  }
}
