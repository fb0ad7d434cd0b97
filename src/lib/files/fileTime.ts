import { correctedNow } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'

/** The time as a part of a file's name, such as 2026-11-18-09-00-00; by default now, by the right clock. */
export const fileTime = (zone: string, time = correctedNow()): string =>
  formatFullTime(time, zone).replaceAll(/\D+/g, '-')
