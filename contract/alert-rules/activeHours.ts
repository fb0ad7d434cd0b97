import type { ActiveHours } from './rule.ts'

const [minute, day] = [60_000, 86_400_000]

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Returns whether an instant is within active hours: from `from`, included, until `to`. Hours over midnight belong to
 * the day on which they begin. `offset`: minutes east of Greenwich at that instant.
 */
export function isActive({ from, to, weekdays }: ActiveHours, at: number, offset: number): boolean {
  const local = at + offset * minute
  const midnight = Math.floor(local / day)
  const minutes = (local - midnight * day) / minute
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const isYesterdays = begin > end && minutes < end
  const isWithin = begin < end ? minutes >= begin && minutes < end : minutes >= begin || isYesterdays
  // 1970 began on a Thursday.
  const weekday = (((midnight - (isYesterdays ? 1 : 0) + 4) % 7) + 7) % 7
  return isWithin && weekdays.includes(weekday)
}

/** Hours in which an alert wakes people. */
export const night = { from: '22:00', to: '06:00', weekdays: [0, 1, 2, 3, 4, 5, 6] }

/** Returns whether an instant is between 22:00 and 6:00. */
export const isAtNight = (at: number, offset: number): boolean => isActive(night, at, offset)
