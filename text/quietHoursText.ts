import { weekdaysText } from './weekdaysText.ts'

/** `07:00` as people write it: `7:00`. */
export const clockText = (time: string): string => time.replace(/^0/, '')

/** `22:00から翌7:00`, or `12:00から13:00`. */
export const spanText = (from: string, to: string): string =>
  `${clockText(from)}から${to > from ? '' : '翌'}${clockText(to)}`

/** 通知の休止時間: `毎日 22:00から翌7:00まで`. */
export const quietHoursText = ({
  from,
  to,
  weekdays,
}: {
  from: string
  to: string
  weekdays: readonly number[]
}): string => `${weekdaysText(weekdays)} ${spanText(from, to)}まで`
