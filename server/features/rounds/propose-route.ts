import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meters, readings } from '../../db/schema.ts'
import { firstDay } from './period.ts'
import { listGroups } from './repository.ts'

const pastDays = 90
const day = 86_400_000
/** Pairs of meters that are compared at most, newest rounds first. */
const maxPairs = 5_000_000

/**
 * The order in which a group’s meters were photographed: one comes before another that usually came later in the same
 * round, whichever others were left out of it.
 */
export async function proposeRoute(session: Session, tx: Tx, id: number, now: Date) {
  const { organizationId, timeZone } = session
  const [group] = await listGroups(tx, organizationId, id)
  if (group === undefined) throw new Failure('not_found')
  const own = and(eq(meters.organizationId, organizationId), eq(meters.inspectionId, id))
  const all = await tx.select({ id: meters.id }).from(meters).where(own).orderBy(meters.id)
  const localDay = sql<string>`to_char(${readings.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const taken = await tx
    .select({
      meterId: readings.meterId,
      day: localDay.as('day'),
      at: sql<number>`round(date_part('epoch', min(${readings.createdAt})) * 1000)`,
    })
    .from(readings)
    .innerJoin(meters, eq(meters.id, readings.meterId))
    .where(
      and(
        own,
        eq(readings.organizationId, organizationId),
        eq(readings.source, 'phone'),
        isNull(readings.deletedAt),
        gte(readings.createdAt, new Date(now.getTime() - pastDays * day)),
      ),
    )
    .groupBy(readings.meterId, sql`day`)
  const rounds = Map.groupBy(taken, (one) => firstDay(group.schedule, Date.parse(`${one.day}T00:00:00Z`)))
  const walks = [...rounds]
    .sort(([a], [b]) => b - a)
    .map(([, walk]) => [...new Set(walk.toSorted((a, b) => a.at - b.at).map(({ meterId }) => meterId))])
  return usualOrder(
    all.map((meter) => meter.id),
    walks,
  )
}

/** Of rounds, newest first, each in the order in which its meters were visited. */
export function usualOrder(meterIds: readonly number[], walks: readonly number[][]) {
  const pairs = new Map<number, Map<number, { before: number; met: number }>>()
  const pairOf = (meterId: number, other: number) => {
    const others = pairs.get(meterId) ?? new Map<number, { before: number; met: number }>()
    pairs.set(meterId, others)
    const pair = others.get(other) ?? { before: 0, met: 0 }
    others.set(other, pair)
    return pair
  }
  let [rounds, compared] = [0, 0]
  for (const walk of walks) {
    compared += (walk.length * (walk.length - 1)) / 2
    if (walk.length < 2) continue
    if (rounds > 0 && compared > maxPairs) break
    rounds += 1
    for (const [place, meterId] of walk.entries())
      for (const later of walk.slice(place + 1)) {
        const pair = pairOf(meterId, later)
        pair.before += 1
        pair.met += 1
        pairOf(later, meterId).met += 1
      }
  }
  /** In how many of its encounters it came first, every other meter counting alike; one never visited comes last. */
  const firstness = (meterId: number) => {
    const others = [...(pairs.get(meterId)?.values() ?? [])]
    return others.reduce((sum, { before, met }) => sum + before / met, 0) / Math.max(1, others.length)
  }
  const known = new Map(
    meterIds.filter((meterId) => pairs.has(meterId)).map((meterId) => [meterId, firstness(meterId)]),
  )
  const rank = (meterId: number) => known.get(meterId) ?? -1
  return { meter_ids: meterIds.toSorted((a, b) => rank(b) - rank(a) || a - b), rounds }
}
