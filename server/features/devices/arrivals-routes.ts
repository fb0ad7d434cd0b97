import type { Span } from '../../../contract/time/spans.ts'
import { Failure, longRoute, route } from '../../api/call.ts'
import { type Interval, intervalOf } from '../../interval.ts'
import { startOfDay } from '../../time-zone.ts'
import { arrivalsOfDevice, arrivalsOfToday, sumArrivals } from './arrivals-of-devices.ts'
import { findDeviceRecord } from './repository.ts'

/** Days of one answer. */
const maxDays = 400
const usualDays = 30

export const arrivalRoutes = [
  route('deviceArrivals', async ({ tx, session, deps, params, query }) => {
    const { organizationId, timeZone: zone } = session
    const { id } = await findDeviceRecord(tx, organizationId, params.id)
    const now = deps.clock()
    const span = { organizationId, zone, now, ...spanOf(query.created_span, zone, now) }
    const days = await arrivalsOfDevice(tx, id, span)
    return { data: days.map((day) => ({ date: day.date, ...sumArrivals([day]) })) }
  }),
  // The queue is not an organization's to look into: two transactions, one after the other.
  longRoute('arrivalsToday', async ({ session, deps }) => {
    const { organizationId, userId, timeZone } = session
    const arrivals = await deps.database.inOrganization(
      organizationId,
      userId,
      (tx) => arrivalsOfToday(tx, organizationId, timeZone, deps.clock()),
      'read only',
    )
    const waiting = await deps.database.asSystem(
      (systemTx) => deps.jobs.countWaitingPictures(systemTx, organizationId),
      'read only',
    )
    return { data: { ...arrivals, waiting } }
  }),
]

/** Without an end until today; without a beginning 30 days. */
function spanOf(asked: Span | undefined, zone: string, now: Date): { from: Date; before: Date } {
  const open: Interval = { from: null, before: null }
  const interval = asked === undefined ? open : intervalOf(asked, zone, 'created_span')
  const before = interval.before ?? startOfDay(zone, now, 1)
  const from = interval.from ?? startOfDay(zone, before, -usualDays)
  if (startOfDay(zone, from, maxDays) < before) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'created_span', message: `期間は${maxDays}日以内で指定してください` }],
    })
  }
  return { from, before }
}
