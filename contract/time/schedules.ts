import * as z from 'zod/mini'

/*
 * A device's schedule (`interval_crons`): cron expressions of five fields (minute, hour, day of the month, month,
 * weekday), joined by commas and read in the organization's zone.
 */

/** The last three fields of a cron expression: every day, a weekday (Sunday is 0) or a day of the month. */
export type ScheduleDay = '* * *' | `* * ${number}` | `${number} * *`

/** The hour field of a row that is due every hour. A range, so that the schedule is not taken for trial mode. */
export const everyHour = '0-23'

/** A row of the editor: one time of the day, or one minute of every hour, on one choice of days. */
export interface ScheduleRow {
  day: ScheduleDay
  hour: number | typeof everyHour
  minute: number
}

export interface ScheduleChoice<Value extends string = string> {
  value: Value
  label: string
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** Weekdays follow the daily choice and precede the days of the month. */
export const scheduleDayChoices: readonly ScheduleChoice<ScheduleDay>[] = [
  { value: '* * *', label: '毎日' },
  ...[...'日月火水木金土'].map((name, day) => ({ value: `* * ${day}` as const, label: `${name}曜` })),
  ...range(1, 31).map((day) => ({ value: `${day} * *` as const, label: `${day}日` })),
]
export const scheduleHourChoices: readonly ScheduleChoice[] = [
  { value: everyHour, label: '毎時' },
  ...range(0, 23).map((hour) => ({ value: String(hour), label: `${hour}時` })),
]
export const scheduleMinuteChoices: readonly ScheduleChoice[] = [0, 15, 30, 45].map((minute) => ({
  value: String(minute),
  label: `${twoDigits(minute)}分`,
}))

export const defaultScheduleRow: ScheduleRow = { day: '* * *', hour: 15, minute: 0 }

const fixedIntervals = [1, 3, 5, 10, 15, 30, 60] as const
/** Minutes between measurements of a camera in trial mode. */
export const trialIntervals = fixedIntervals
/** Of these, the ones that the console offers for a camera. */
export const cameraIntervals = [5, 10, 15, 30, 60] as const
export const analogIntervals = fixedIntervals

const item = String.raw`[\dA-Za-z*/#-]+`
const field = `${item}(?:,${item})*`
const cronPattern = new RegExp(`^${field}(?: ${field}){4}$`)

/** Five fields, one space apart, of characters that cron knows. Whether it ever is due, the server says. */
export const isCron = (text: string): boolean => cronPattern.test(text)

const weekday = '(?:[0-7]|[A-Za-z]{3})'
const weekdays = String.raw`${weekday}(?:-${weekday})?(?:/\d|#[1-5Ll])?`
const weekdayField = new RegExp(String.raw`^(?:\*(?:/\d)?|${weekdays}(?:,${weekdays})*)$`)

/**
 * Commas stand between expressions and within fields. A comma beside white space stands between two expressions.
 * Elsewhere the weekdays of one and the minutes of the next are one word (`1,3,30` in
 * `0 15 * * 1,3,30 9 * * *`): the weekdays are as much of it as can be weekdays. Where they could also be less, the
 * text is unclear and not accepted; `joinCrons` writes `, ` there.
 */
function cut(text: string): { crons: string[]; isUnclear: boolean } {
  const crons: string[] = []
  let isUnclear = false
  for (const part of text.trim().split(/\s*,\s+|\s+,/)) {
    let fields = part.split(/\s+/).filter((word) => word !== '')
    while (fields.length > 5) {
      const word = fields[4] ?? ''
      const commas = [...word.matchAll(/,/g)].map((match) => match.index)
      const ends = commas.filter((at) => weekdayField.test(word.slice(0, at)))
      const end = ends.at(-1) ?? commas.at(-1)
      if (end === undefined) break
      if (ends.length > 1) isUnclear = true
      crons.push([...fields.slice(0, 4), word.slice(0, end)].join(' '))
      fields = [word.slice(end + 1), ...fields.slice(5)]
    }
    if (fields.length > 0) crons.push(fields.join(' '))
  }
  return { crons, isUnclear }
}

/** The expressions of a schedule. What is no expression of five fields comes back as it stands. */
export const splitCrons = (text: string): string[] => cut(text).crons

/** `splitCrons` gives the same expressions back. */
export function joinCrons(crons: readonly string[]): string {
  let text = ''
  for (const cron of crons) {
    const meeting = `${text.split(' ').at(-1)}${cron.split(' ')[0]}`
    const separator = meeting.includes(',') ? ', ' : ','
    text += text === '' ? cron : separator + cron
  }
  return text
}

const maxCrons = 20
const isSchedule = (text: string) => {
  const { crons, isUnclear } = cut(text)
  return !isUnclear && crons.length > 0 && crons.every(isCron)
}

/** A schedule as it is sent. */
export const scheduleText = z.string().check(
  z.trim(),
  z.maxLength(1000, '測定設定は1000文字以内で入力してください'),
  z.refine(isSchedule, '測定設定はcron式（5項目）をカンマと空白で区切って入力してください'),
  z.refine((text) => splitCrons(text).length <= maxCrons, `測定設定は${maxCrons}件まで登録できます`),
)

/** The schedule that rows of the editor stand for. */
export const formatScheduleRows = (rows: readonly ScheduleRow[]): string =>
  joinCrons(rows.map(({ day, hour, minute }) => `${minute} ${hour} ${day}`))

/** Null where the editor cannot show it: such a schedule is shown as text and kept as it is. */
export function parseScheduleRows(text: string): ScheduleRow[] | null {
  const rows = splitCrons(text).map(parseRow)
  return rows.every((row) => row !== null) ? rows : null
}

/**
 * Returns whether a schedule is due on a day (`YYYY-MM-DD`). Only the days that the editor offers are recognized; the
 * server evaluates others.
 */
export function isDueOn(text: string, date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`)
  const days: readonly string[] = ['* * *', `* * ${at.getUTCDay()}`, `${at.getUTCDate()} * *`]
  return splitCrons(text).some((cron) => days.includes(cron.split(' ').slice(2).join(' ')))
}

function parseRow(cron: string): ScheduleRow | null {
  const [minute = '', hour = '', ...rest] = cron.split(' ')
  const day = scheduleDayChoices.find(({ value }) => value === rest.join(' '))?.value
  const isShown =
    scheduleMinuteChoices.some(({ value }) => value === minute) &&
    scheduleHourChoices.some(({ value }) => value === hour)
  return day !== undefined && isShown ? { day, hour: parseHour(hour), minute: Number(minute) } : null
}

/** Parses the hour field of a row. */
export const parseHour = (hour: string): ScheduleRow['hour'] =>
  hour === everyHour ? everyHour : Number(hour)

export const defaultSchedule = formatScheduleRows([defaultScheduleRow])

/** Every so many minutes, from the full hour. */
export function everyMinutes(minutes: (typeof fixedIntervals)[number]): string {
  if (minutes === 1) return '* * * * *'
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`
}

/** The fixed interval that a schedule is; null for any other. */
export const fixedIntervalOf = (text: string): (typeof fixedIntervals)[number] | null =>
  fixedIntervals.find((minutes) => everyMinutes(minutes) === text.trim()) ?? null

/** Trial measures at a fixed interval, normal by a schedule. */
export const measuringModeOf = (text: string): 'trial' | 'normal' =>
  fixedIntervalOf(text) === null ? 'normal' : 'trial'

/** `毎日 15:00、毎週月曜 09:30`; an expression without such words stays as it is. */
export const describeSchedule = (text: string): string => splitCrons(text).map(describeCron).join('、')

function describeCron(cron: string): string {
  const interval = describeInterval(cron)
  if (interval !== null) return interval
  const match = /^([0-5]?\d) ([01]?\d|2[0-3]|0-23) (\S+ \S+ \S+)$/.exec(cron)
  const days = describeDays(match?.[3] ?? '')
  if (match === null || days === null) return cron
  const minute = twoDigits(Number(match[1]))
  return match[2] === everyHour
    ? `${days} 毎時${minute}分`
    : `${days} ${twoDigits(Number(match[2]))}:${minute}`
}

function describeInterval(cron: string): string | null {
  const fixed = fixedIntervalOf(cron)
  const minutes = fixed ?? Number(/^\*\/([1-9]\d?) \* \* \* \*$/.exec(cron)?.[1])
  // Others begin anew each hour: */7 is 56 and then 0.
  return 60 % minutes === 0 ? `${minutes}分ごと` : null
}

function describeDays(fields: string): string | null {
  const every = /^\*\/([12]?\d|3[01]) \* \*$/.exec(fields)?.[1]
  if (every !== undefined && Number(every) > 1) return `${Number(every)}日ごと`
  const label = scheduleDayChoices.find(({ value }) => value === fields)?.label
  if (label === undefined || fields === '* * *') return label ?? null
  return fields.startsWith('*') ? `毎週${label}` : `毎月${label}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
