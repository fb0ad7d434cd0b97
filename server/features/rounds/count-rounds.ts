import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { rounds } from '../../db/schema.ts'
import type { RoundRow } from './repository.ts'
import { countsOf, doneAt, type StopRow, stopsOf } from './stops.ts'
import type { Kept, Mark } from './store-rounds.ts'

/** Rounds that are counted in one query. */
const atOnce = 20

/** Notes what came of the rounds that marks touch, that are due, and that are over. */
export async function countRounds(tx: Tx, kept: Kept, marks: readonly Mark[]): Promise<void> {
  const touched = await touchedRounds(tx, kept, marks)
  for (let from = 0; from < touched.length; from += atOnce) {
    const some = touched.slice(from, from + atOnce)
    const scopes = some.map((round) => ({ ...round, meterIds: meterIdsOf(round, kept) }))
    const stops = await stopsOf(tx, kept.organizationId, scopes)
    for (const [index, round] of some.entries()) await noteRound(tx, kept.now, round, stops[index] ?? [])
  }
}

/** Those of a round that is over are fixed, whatever group they are of now. */
export const meterIdsOf = (
  { closedAt, meterIds, inspectionId, endsAt }: RoundRow,
  { visited }: Pick<Kept, 'visited'>,
): number[] =>
  closedAt === null
    ? (visited.get(inspectionId) ?? []).filter(({ createdAt }) => createdAt < endsAt).map(({ id }) => id)
    : meterIds

async function touchedRounds(tx: Tx, kept: Kept, marks: readonly Mark[]): Promise<RoundRow[]> {
  const { organizationId, now } = kept
  const isDue = and(isNull(rounds.missedAt), isNull(rounds.doneAt), lte(rounds.dueAt, now))
  const isOver = and(isNull(rounds.closedAt), lte(rounds.endsAt, now))
  const own = eq(rounds.organizationId, organizationId)
  const touched = new Map(
    (
      await tx
        .select()
        .from(rounds)
        .where(and(own, or(isDue, isOver)))
    ).map((round) => [round.id, round]),
  )
  // Marks of long ago do not make those between be looked at.
  for (const near of Map.groupBy(marks, ({ at }) => Math.floor(at.getTime() / span)).values()) {
    const times = near.map(({ at }) => at.getTime())
    const some = await tx
      .select()
      .from(rounds)
      .where(
        and(
          own,
          gt(rounds.endsAt, new Date(Math.min(...times))),
          lte(rounds.beginsAt, new Date(Math.max(...times))),
        ),
      )
    const timesOf = Map.groupBy(near, ({ meterId }) => meterId)
    const isWithin = ({ beginsAt, endsAt }: RoundRow, meterId: number) =>
      timesOf.get(meterId)?.some(({ at }) => beginsAt <= at && at < endsAt) === true
    for (const round of some)
      if (meterIdsOf(round, kept).some((meterId) => isWithin(round, meterId))) touched.set(round.id, round)
  }
  return [...touched.values()]
}

const day = 86_400_000
const span = 31 * day

async function noteRound(tx: Tx, now: Date, round: RoundRow, stops: readonly StopRow[]): Promise<void> {
  const isThis = eq(rounds.id, round.id)
  const { planned, remaining, ...counts } = countsOf(stops)
  const isClosing = round.closedAt === null && round.endsAt <= now
  const isVain = planned === 0 || (round.dueAt === null && counts.captured + counts.skipped === 0)
  if (isClosing && isVain) {
    await tx.delete(rounds).where(isThis)
    return
  }
  const isMissed =
    round.missedAt === null && round.dueAt !== null && round.dueAt <= now && planned > 0 && remaining > 0
  // What ended long before anybody noticed is history.
  const isOld = now.getTime() - round.endsAt.getTime() > day
  const noted = {
    doneAt: doneAt(stops),
    ...(isMissed && { missedAt: now, ...(isOld && { announcedAt: now }) }),
    ...(isClosing && { closedAt: now, meterIds: stops.map(({ meter_id }) => meter_id) }),
    ...((isClosing || round.closedAt !== null) && counts),
  }
  if (isChange(round, noted)) await tx.update(rounds).set(noted).where(isThis)
}

const isChange = (round: RoundRow, noted: Partial<RoundRow>): boolean =>
  Object.entries(noted).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(round[name as keyof RoundRow]),
  )
