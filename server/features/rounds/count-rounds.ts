import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { rounds } from '../../db/schema.ts'
import type { RoundRow } from './repository.ts'
import { countsOf, doneAt, type StopRow, stopsOf } from './stops.ts'
import type { Kept, Mark } from './store-rounds.ts'

/** Rounds that are counted in one query. */
const atOnce = 20

/** Notes what came of the rounds that marks touch, that are due, and that are over. */
export async function countRounds(tx: Tx, of: Kept, marks: readonly Mark[]): Promise<void> {
  const touched = await touchedRounds(tx, of, marks)
  for (let from = 0; from < touched.length; from += atOnce) {
    const some = touched.slice(from, from + atOnce)
    const walks = some.map((round) => ({ ...round, meterIds: meterIdsOf(round, of) }))
    const stops = await stopsOf(tx, of.organizationId, walks)
    for (const [index, round] of some.entries()) await noteRound(tx, of.now, round, stops[index] ?? [])
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

function touchedRounds(tx: Tx, { organizationId, now }: Kept, marks: readonly Mark[]): Promise<RoundRow[]> {
  const isDue = and(isNull(rounds.missedAt), isNull(rounds.doneAt), lte(rounds.dueAt, now))
  const isOver = and(isNull(rounds.closedAt), lte(rounds.endsAt, now))
  return tx
    .select()
    .from(rounds)
    .where(
      and(
        eq(rounds.organizationId, organizationId),
        or(isDue, isOver, marks.length === 0 ? undefined : inArray(rounds.id, marked(organizationId, marks))),
      ),
    )
    .orderBy(rounds.id)
    .for('no key update')
}

/** A round ends at most 32 days after what was done in it. */
const marked = (organizationId: number, marks: readonly Mark[]): SQL => sql`(
  select covering.id from unnest(
    ${`{${marks.map(({ meterId }) => meterId).join(',')}}`}::bigint[],
    ${`{${marks.map(({ at }) => at.toISOString()).join(',')}}`}::timestamptz[]
  ) as marks (meter_id, at)
  join rounds as covering on covering.organization_id = ${organizationId}
    and covering.ends_at > marks.at and covering.ends_at <= marks.at + interval '32 days'
    and covering.begins_at <= marks.at
  where case when covering.closed_at is not null then marks.meter_id = any(covering.meter_ids)
    else covering.inspection_id = (select inspection_id from meters where meters.id = marks.meter_id) end)`

const day = 86_400_000

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
