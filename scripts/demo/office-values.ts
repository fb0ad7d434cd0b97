import { addMonths, closingDateOf } from '../../contract/closing/closingDates.ts'
import { type Face, measuredAt } from '../../faces/index.ts'
import { typedReading } from './entered.ts'
import type { DemoMeter } from './meters.ts'
import { closedCounters, type Submeter, submeterDigits, submeters, supply } from './office.ts'
import type { DemoReading } from './readings.ts'
import { dayOf } from './schedule.ts'

/** Months of usage before those whose readings are photographed. */
const monthsBefore = 15

/** Returns a time of a day in Japan. */
export const inJapan = (date: string, time: string): Date => new Date(`${date}T${time}:00+09:00`)

const endOf = (month: string, time = '07:30'): Date => inJapan(closingDateOf(month, 31), time)

/** The latest months, the present one not included: `open` is to be closed, the two before it are. */
export function monthsAt(now: Date) {
  const present = dayOf(now).slice(0, 'YYYY-MM'.length)
  return {
    present,
    open: addMonths(present, -1),
    corrected: addMonths(present, -2),
    estimated: addMonths(present, -3),
  }
}

/** What a counter has counted since it showed zero, so that it may be negative long ago. */
function countedAt(face: Face, before2026: number, at: Date): number {
  if (face.behaviour.kind !== 'total') throw new Error(`${face.key} does not count up`)
  const { start } = face.behaviour
  const counted = measuredAt(face.key, face.behaviour, at)
  return counted < start ? start - (start - counted) * before2026 : counted
}

/** Returns what the drums show. */
function shownOf(counted: number, { digits, decimals }: { digits: number; decimals: number }): number {
  const [scale, capacity] = [10 ** decimals, 10 ** digits]
  const units = Math.floor(counted * scale) % capacity
  return (units < 0 ? units + capacity : units) / scale
}

interface Replaced {
  at: Date
  oldEnd: number
}

/** What happened to the submeters in the latest months, in their order. */
export interface Incidents {
  /** The closed month's reading of the first one, and what was typed at first. */
  corrected: { at: Date; value: number; typed: number }
  /** The second one, in the open month. */
  replaced: Replaced
  /** The third one, at the end of a closed month. */
  estimated: { at: Date; value: number }
}

interface OfficeReadings {
  /** By face. */
  ofFaces: ReadonlyMap<string, DemoReading[]>
  /** In the order of the submeters. */
  ofSubmeters: DemoReading[][]
  incidents: Incidents
}

/** Of photographed counters, until the end of the last closed month. */
const readingsOfFaces = (demo: readonly DemoMeter[], months: readonly string[]) =>
  new Map(
    demo.flatMap(({ face, means }) => {
      const of = closedCounters.get(face.key)
      if (of === undefined || face.digits === null) return []
      const digits = { digits: face.digits, decimals: face.decimals }
      // After a phone's photographs of the day, so that they do not count for closed months.
      const time = means === 'phone' ? '18:00' : undefined
      const made = months.map((month) => {
        const at = endOf(month, time)
        return typedReading(at, shownOf(countedAt(face, of.before2026, at), digits))
      })
      return [[face.key, made] as const]
    }),
  )

/**
 * Returns what people typed: of photographed counters until the last closed month ended, of submeters until now; null
 * where the plan has nothing that supplies submeters. Depends on nothing but the time.
 */
export function officeReadings(demo: readonly DemoMeter[], now: Date): OfficeReadings | null {
  const parent = demo.find(({ face }) => face.key === supply)
  if (parent === undefined) return null
  const months = monthsAt(now)
  const first = addMonths(months.corrected, -monthsBefore)
  const earlier = Array.from({ length: monthsBefore + 1 }, (_none, index) => addMonths(first, index))
  const { before2026 = 1 } = closedCounters.get(supply) ?? {}
  const suppliedAt = (at: Date) => countedAt(parent.face, before2026, at)
  const origin = suppliedAt(inJapan('2026-01-01', '00:00'))
  const subAt = ({ start, share }: Pick<Submeter, 'start' | 'share'>, at: Date) =>
    shownOf(start + share * (suppliedAt(at) - origin), submeterDigits)
  const [ground, second, third] = submeters
  const replacedAt = inJapan(`${months.open}-12`, '10:00')
  const replaced = { at: replacedAt, oldEnd: subAt(second, replacedAt) }
  const correctedAt = endOf(months.corrected)
  const right = subAt(ground, correctedAt)
  const corrected = { at: correctedAt, value: right, typed: right + 90 }
  const estimatedAt = inJapan(`${addMonths(months.estimated, 1)}-01`, '00:00')
  const estimated = { at: estimatedAt, value: Math.round(subAt(third, estimatedAt) + 18) }
  const middles = [months.corrected, months.open, months.present].map((month) =>
    inJapan(`${month}-15`, '07:30'),
  )
  const times = [...earlier.map((month) => endOf(month)), endOf(months.open), ...middles]
    .filter((at) => at <= now)
    .sort((a, b) => Number(a) - Number(b))
  const isAtEndOf = (at: Date, ...of: string[]) => of.some((month) => endOf(month).getTime() === at.getTime())
  const typed = (at: Date, value: number) => typedReading(at, Number(value.toFixed(submeterDigits.decimals)))
  return {
    ofFaces: readingsOfFaces(demo, earlier),
    ofSubmeters: [
      times.map((at) => typed(at, isAtEndOf(at, months.corrected) ? corrected.typed : subAt(ground, at))),
      times.map((at) => {
        if (at < replacedAt) return typed(at, subAt(second, at))
        const shown = shownOf(subAt(second, at) - replaced.oldEnd, submeterDigits)
        // The decimal point was left out.
        return typed(at, isAtEndOf(at, months.open) ? shown * 10 : shown)
      }),
      times
        .filter((at) => !isAtEndOf(at, months.estimated, months.open))
        .map((at) => typed(at, subAt(third, at))),
    ],
    incidents: { corrected, replaced, estimated },
  }
}
