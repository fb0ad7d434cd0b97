import { and, eq, inArray } from 'drizzle-orm'
import type { Endpoint } from '../../../contract/calls/endpoint.ts'
import { type Issue, maxIssues } from '../../../contract/calls/errors.ts'
import type { ClosedMonths } from '../../../contract/closing/closedMonths.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { monthText } from '../../../text/monthText.ts'
import { Failure, type Route, type Session } from '../../api/call.ts'
import { type Tx, undone } from '../../db/client.ts'
import { lockMeter, lockMeters } from '../../db/meter-lock.ts'
import { meters, units } from '../../db/schema.ts'
import { findMeterOfReading } from '../readings/index.ts'
import { findMeterOfReplacement } from '../replacements/index.ts'
import { findUnread, keyOf } from './candidates.ts'
import { differenceOf, ownOf, periodsOf, toleranceOf } from './periods.ts'
import { type ClosedMonth, latestSnapshots } from './snapshots.ts'

interface Caller {
  tx: Tx
  session: Pick<Session, 'organizationId' | 'timeZone'>
}

/**
 * Returns the route with the rule of closed months: where the contract has the header and the caller asks for it, a call is
 * refused, and so rolled back, if closed months of the meter would differ from what they were closed with, or differ
 * otherwise than before.
 */
export function keepClosedMonths(route: Route): Route {
  const { headers, subject }: Endpoint = endpoints[route.name]
  if (headers === undefined || !('closed-months' in headers.shape)) return route
  return {
    ...route,
    handler: async (call) => {
      // Decoded by the schemas of the contract; the types of one endpoint are not known here.
      const { tx, session, ...given } = call as unknown as Caller & Given
      if (given.headers['closed-months'] === undefined) return route.handler(call)
      const meterId = await meterOf(tx, session.organizationId, subject, given)
      return keepMonthsOf({ tx, session }, meterId, () => route.handler(call))
    },
  }
}

interface Given {
  headers: ClosedMonths
  params: { id: number }
  body: { meter_id: number }
}

async function meterOf(
  tx: Tx,
  organizationId: number,
  subject: Endpoint['subject'],
  { params: { id }, body }: Given,
): Promise<number | null> {
  if (subject === 'reading') return findMeterOfReading(tx, organizationId, id)
  if (subject === 'replacement') return findMeterOfReplacement(tx, organizationId, id)
  return subject === 'meter' ? id : body.meter_id
}

/**
 * Throws `closed_months_change` if closed months of the meter would differ after the act. `meterId`: null if the meter is not
 * known, which the act refuses.
 */
export async function keepMonthsOf<T>(
  { tx, session }: Caller,
  meterId: number | null,
  act: () => Promise<T>,
): Promise<T> {
  // A month that is being closed now is waited for: it would be found neither before nor after the act.
  if (meterId !== null) await lockMeter(tx, session.organizationId, meterId)
  const months = await comparedMonths({ tx, session }, meterId === null ? [] : [meterId])
  if (meterId === null || months.size === 0) return act()
  const { result, changed } = await comparing({ tx, session }, months, act)
  if (changed.length === 0) return result
  throw new Failure('closed_months_change', { issues: await issuesOf(tx, meterId, changed) })
}

/**
 * Does something to meters, undoes it, and returns the closed months that would differ after it, by meter. `act` is told
 * which of the meters have closed months.
 */
export async function rehearse(
  { tx, session }: Caller,
  meterIds: readonly number[],
  act: (closedMeterIds: ReadonlySet<number>) => Promise<unknown>,
): Promise<Map<number, string[]>> {
  const months = await comparedMonths({ tx, session }, meterIds)
  if (months.size === 0) return new Map()
  const { organizationId } = session
  await lockMeters(tx, and(eq(meters.organizationId, organizationId), inArray(meters.id, [...months.keys()])))
  const changed = await undone(tx, async () => {
    const ofMeters = await comparing({ tx, session }, months, () => act(new Set(months.keys())))
    return ofMeters.changed
  })
  return new Map(
    [...Map.groupBy(changed, ({ meterId }) => meterId)].map(([id, ofMeter]) => [
      id,
      ofMeter.map(({ month }) => month),
    ]),
  )
}

/** The closed months of meters that can still be compared with the ledger, newest first. Meters without are left out. */
async function comparedMonths(
  { tx, session }: Caller,
  meterIds: readonly number[],
): Promise<Map<number, ClosedMonth[]>> {
  const closed = await latestSnapshots(tx, session.organizationId, meterIds, null)
  return new Map(
    [...closed]
      .map(([id, months]): [number, ClosedMonth[]] => [
        id,
        months.filter(({ closing }) => !closing.isDetached).toReversed(),
      ])
      .filter(([, months]) => months.length > 0),
  )
}

/** Returns with the result of the act the closed months that differ after it, otherwise than before. */
async function comparing<T>(
  { tx, session }: Caller,
  months: ReadonlyMap<number, readonly ClosedMonth[]>,
  act: () => Promise<T>,
): Promise<{ result: T; changed: Change[] }> {
  const nameOf = ({ meterId, month }: Change) => `${meterId} ${month}`
  const before = new Map((await changesOf(tx, session, months)).map((each) => [nameOf(each), each]))
  const result = await act()
  const after = await changesOf(tx, session, months)
  return { result, changed: after.filter((now) => !isSame(now, before.get(nameOf(now)))) }
}

/** How a closed month differs from its snapshot. */
interface Change {
  meterId: number
  month: string
  closed: number | null
  now: number | null
  /** Whether pictures near its closing times are still to be read. */
  isUnread: boolean
}

/** Returns the months that differ from their snapshots, or may when their pictures have been read. */
async function changesOf(
  tx: Tx,
  session: Caller['session'],
  snapshots: ReadonlyMap<number, readonly ClosedMonth[]>,
): Promise<Change[]> {
  const asked = new Map(
    [...snapshots].map(([id, closed]) => [id, { cycle: null, months: closed.map(({ month }) => month) }]),
  )
  const all = [...snapshots.values()].flat()
  const nameOf = ({ meterId, month }: { meterId: number; month: string }) => `${meterId} ${month}`
  const periods = new Map(
    (await periodsOf(tx, session, asked)).map((period) => [nameOf(period), period] as const),
  )
  const times = all.flatMap(({ meterId, fromAt, closing }) =>
    [fromAt, closing.toAt].map((at) => ({ meterId, at, tolerance: toleranceOf(closing) })),
  )
  const unread = await findUnread(tx, session.organizationId, times)
  return all.flatMap((snapshot) => {
    const { meterId, month, fromAt, closing } = snapshot
    const isUnread = [fromAt, closing.toAt].some((at) => unread.has(keyOf({ meterId, at })))
    const period = periods.get(nameOf(snapshot))
    // A meter that does not count up any more is not compared.
    if (period === undefined || (differenceOf(period) === null && !isUnread)) return []
    const [closed, now] = [ownOf(snapshot), period.now.own?.usage ?? null]
    return [{ meterId, month, closed: closed && toNumber(closed), now: now && toNumber(now), isUnread }]
  })
}

const isSame = (now: Change, before: Change | undefined) =>
  before !== undefined && before.now === now.now && (before.isUnread || !now.isUnread)

/** Newest first, in Japanese; the last one may stand for several. */
async function issuesOf(tx: Tx, meterId: number, changed: readonly Change[]): Promise<Issue[]> {
  const [meter] = await tx
    .select({ name: meters.name, unit: units.name })
    .from(meters)
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .where(eq(meters.id, meterId))
  const written = (usage: number | null) =>
    usage === null ? '不明' : `${formatNumber(usage, null)} ${meter?.unit}`.trimEnd()
  const issues = changed.map(({ month, closed, now, isUnread }) => {
    const [path, change] =
      isUnread && closed === now
        ? [`${month}.pictures`, '写真の読取で変わることがあります']
        : [month, `${written(closed)} → ${written(now)}`]
    return { path, message: `${monthText(month)}分 ${change}（${meter?.name}）` }
  })
  if (issues.length <= maxIssues) return issues
  const shown = issues.slice(0, maxIssues - 1)
  return [...shown, { path: 'closed-months', message: `ほか ${issues.length - shown.length} か月` }]
}
