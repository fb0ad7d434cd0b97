import { categoryType } from '../../contract/categories.ts'
import { measuredAt, type Total, type Wave } from '../../faces/index.ts'
import type { categories, meters } from '../../server/db/schema.ts'
import { isCumulativeMeter } from '../../server/features/readings/index.ts'
import { startOfDay } from '../../server/time-zone.ts'
import type { DemoReading } from './readings.ts'

export interface AnyMeter {
  row: typeof meters.$inferSelect
  type: (typeof categories.$inferSelect)['type']
  /** The name of its unit. */
  unit: string
}

const days = 60
/** Local hours at which somebody writes the value down. */
const hours = [8, 13, 18]

/** Times of the last 60 days, oldest first. */
export function timesOf({ row }: AnyMeter, timeZone: string, now: Date): Date[] {
  const minute = (row.id * 7) % 55
  return Array.from({ length: days + 1 }, (_none, index) => startOfDay(timeZone, now, index - days))
    .flatMap((midnight) => hours.map((hour) => new Date(midnight.getTime() + (hour * 60 + minute) * 60_000)))
    .filter((at) => at <= now)
}

/** Of any meter of an organization: written down by hand, since nobody knows what its face looks like. */
export function enteredReading(meter: AnyMeter, at: Date): DemoReading {
  const { row, type } = meter
  const decimals = row.decimalPoint ?? (type === categoryType.counter ? 0 : 2)
  const measured = measuredAt(`meter ${row.id}`, behaviourOf(meter), at)
  const { startValue, endValue } = row
  const within = Math.min(endValue ?? measured, Math.max(startValue ?? measured, measured))
  return typedReading(at, Number(within.toFixed(decimals)))
}

/** A value that a person typed, without a picture. */
export const typedReading = (at: Date, value: number): DemoReading => ({
  reading: {
    value,
    valueSource: 'entered',
    source: 'entry',
    // Judged when it is inserted.
    isAbnormal: false,
    createdAt: at,
    receivedAt: new Date(at.getTime() + 60_000),
    updatedAt: new Date(at.getTime() + 60_000),
  },
  sentByPhone: true,
  correction: null,
})

/** A cumulative meter goes up; others swing within their normal values, and enter the abnormal range now and then. */
function behaviourOf({ row, type, unit }: AnyMeter): Wave | Total {
  if (isCumulativeMeter({ ...row, categoryType: type, unit }))
    return { kind: 'total', start: 1000 + row.id * 37, daily: 12, weekend: 0.4, profile: [1, 1, 4, 5, 4, 2] }
  const { emergencyStartValue: from, emergencyEndValue: to } = row
  const [low, high] = normalRange(row)
  const span = high - low
  return {
    kind: 'wave',
    base: (low + high) / 2,
    swing: span / 6,
    weekend: 0.5,
    peak: 14,
    drift: span / 12,
    unrest: span / 30,
    excursion: from === null || to === null ? null : { share: 0.02, towards: (from + to) / 2 },
  }
}

/** The wider side of the abnormal range. */
function normalRange(row: AnyMeter['row']): [number, number] {
  const { startValue, endValue, emergencyStartValue: from, emergencyEndValue: to } = row
  if (from === null || to === null) return [startValue ?? 0, endValue ?? 100]
  const beyond = to - from || Math.abs(to) || 1
  const [lowest, highest] = [startValue ?? from - beyond, endValue ?? to + beyond]
  return from - lowest >= highest - to ? [lowest, from] : [to, highest]
}
