import type { Span } from '../contract/time/spans.ts'
import { Failure } from './api/call.ts'
import { parseLocalTime, startOfDay } from './time-zone.ts'

/** `from` inclusive, `before` exclusive; null: open. */
export interface Interval {
  from: Date | null
  before: Date | null
}

/** A last day or minute is included. `path`: the field of the query that it came in. */
export function intervalOf({ from, to }: Span, zone: string, path: string): Interval {
  const start = from === null ? null : instant(from, zone, path)
  if (to === null) return { from: start, before: null }
  const end = instant(to, zone, path)
  return { from: start, before: isDay(to) ? startOfDay(zone, end, 1) : new Date(end.getTime() + 60_000) }
}

const isDay = (time: string) => time.length === 'YYYY-MM-DD'.length

function instant(time: string, zone: string, path: string): Date {
  const local = isDay(time) ? time : `${time.slice(0, 10)} ${time.slice(11).replace('-', ':')}`
  const at = parseLocalTime(zone, local)
  if (at === null) {
    throw new Failure('validation_failed', {
      issues: [{ path, message: '日付が正しくありません' }],
    })
  }
  return at
}
