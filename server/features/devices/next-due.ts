import { type Allowances, type ArrivalsOf, deadlineOf } from './arrivals.ts'
import { nextDue, previousDue } from './due-times.ts'

/** A valid schedule and how it is kept. */
export interface Kept extends Allowances, Pick<ArrivalsOf, 'zone'> {
  crons: string
}

export interface Due {
  nextDueAt: Date
  missedAt: Date
}

/** The first due time from `from` on at which a server ran; null where nothing is due. */
export function firstDue(from: Date, kept: Kept): Date | null {
  let due = nextDue(kept.crons, kept.zone, new Date(from.getTime() - 1))
  for (const downtime of kept.downtimes) {
    if (due !== null && due >= downtime.from && due < downtime.before)
      due = nextDue(kept.crons, kept.zone, new Date(downtime.before.getTime() - 1))
  }
  return due
}

/** With the instant from which on it counts as missed. */
export const withDeadline = (due: Date, kept: Omit<Kept, 'crons' | 'zone'>): Due => ({
  nextDueAt: due,
  missedAt: new Date(deadlineOf(due.getTime(), kept)),
})

/** The first due time that a measurement does not serve, as `arrivalsByDay` has it. */
export function dueAfterMeasurement(measuredAt: Date, { crons, zone, driftSeconds }: Kept): Date | null {
  const next = nextDue(crons, zone, measuredAt)
  if (next === null) return null
  const ahead = next.getTime() - measuredAt.getTime()
  const previous = previousDue(crons, zone, new Date(measuredAt.getTime() + 1))
  const isNearer = previous === null || ahead < measuredAt.getTime() - previous.getTime()
  return ahead <= driftSeconds * 1000 && isNearer ? nextDue(crons, zone, next) : next
}
