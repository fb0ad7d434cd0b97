import { and, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { inspections, rounds } from '../../db/schema.ts'
import { type Period, periodAt } from './period.ts'
import type { GroupRow, visitedMeters } from './repository.ts'

/** An organization’s inspection groups with the meters that are read by phone. */
export interface Kept {
  organizationId: number
  zone: string
  groups: readonly GroupRow[]
  visited: Awaited<ReturnType<typeof visitedMeters>>
  now: Date
}

/** A person measured or skipped a meter then, or it came to its group. */
export interface Mark {
  meterId: number
  at: Date
}

const day = 86_400_000
const quarter = 900_000
/** Days for which rounds are stored afterwards: of a server that was down, and of phones that were without signal. */
const reach = 35

/** Of rounds in which something was done, the schedule’s or not. */
export async function storeMarked(tx: Tx, kept: Kept, marks: readonly Mark[]): Promise<void> {
  const groupOf = new Map(
    kept.groups.flatMap((group) => (kept.visited.get(group.id) ?? []).map(({ id }) => [id, group] as const)),
  )
  const earliest = kept.now.getTime() - reach * day
  const found = new Map<string, NewRound>()
  for (const { meterId, at } of marks) {
    const group = groupOf.get(meterId)
    if (group === undefined || at.getTime() < earliest) continue
    // Rounds begin at a quarter of an hour.
    const key = `${group.id} ${Math.floor(at.getTime() / quarter)}`
    if (!found.has(key)) found.set(key, { group, period: periodAt(group, kept.zone, at) })
  }
  await store(tx, kept, [...found.values()])
}

/** Of rounds that are due, and have begun. */
export async function storeScheduled(tx: Tx, kept: Kept): Promise<void> {
  const waiting = kept.groups.flatMap(({ roundsFrom, ...group }) =>
    roundsFrom !== null && roundsFrom <= kept.now ? [{ ...group, roundsFrom }] : [],
  )
  const due: NewRound[] = []
  for (const group of waiting) {
    let period = periodAt(group, kept.zone, group.roundsFrom)
    const isFar = kept.now.getTime() - period.endsAt.getTime() > reach * day
    if (isFar) period = periodAt(group, kept.zone, new Date(kept.now.getTime() - reach * day))
    for (; period.beginsAt <= kept.now; period = periodAt(group, kept.zone, period.endsAt)) {
      // Without meters there is nothing to do yet, and there may be before the round ends.
      if (!isWalked(kept, group.id, period)) continue
      if (period.dueAt !== null) due.push({ group, period })
    }
    const current = periodAt(group, kept.zone, kept.now)
    const isPastDue = current.dueAt !== null && current.dueAt <= kept.now
    const next = isPastDue || isWalked(kept, group.id, current) ? current.endsAt : current.beginsAt
    if (next > group.roundsFrom)
      await tx.update(inspections).set({ roundsFrom: next }).where(eq(inspections.id, group.id))
  }
  await store(tx, kept, due)
}

const isWalked = ({ visited }: Kept, groupId: number, { endsAt }: Period) =>
  visited.get(groupId)?.some(({ createdAt }) => createdAt < endsAt) === true

interface NewRound {
  group: Pick<GroupRow, 'id' | 'scheduleFrom'>
  period: Period
}

/** Those that are not stored; of before the schedule was set, those that no round of another schedule overlaps. */
async function store(tx: Tx, { organizationId }: Kept, found: readonly NewRound[]): Promise<void> {
  if (found.length === 0) return
  const earliest = new Date(Math.min(...found.map(({ period }) => period.beginsAt.getTime())))
  const stored = await tx
    .select({ inspectionId: rounds.inspectionId, beginsAt: rounds.beginsAt, endsAt: rounds.endsAt })
    .from(rounds)
    .where(and(eq(rounds.organizationId, organizationId), gt(rounds.endsAt, earliest)))
  const storedOf = Map.groupBy(stored, ({ inspectionId }) => inspectionId)
  const isOfBefore = ({ group: { scheduleFrom }, period }: NewRound) =>
    scheduleFrom === null || period.endsAt <= scheduleFrom
  const isOverlapped = ({ group, period }: NewRound) =>
    storedOf
      .get(group.id)
      ?.some(({ beginsAt, endsAt }) => beginsAt < period.endsAt && endsAt > period.beginsAt) === true
  const values = found
    .filter((one) => !(isOfBefore(one) && isOverlapped(one)))
    .map(({ group, period: { beginsAt, endsAt, dueAt } }) => ({
      organizationId,
      inspectionId: group.id,
      beginsAt,
      endsAt,
      dueAt,
    }))
  for (let from = 0; from < values.length; from += atOnce)
    await tx
      .insert(rounds)
      .values(values.slice(from, from + atOnce))
      .onConflictDoNothing()
}

/** Rows in one statement: it takes so many values and no more. */
const atOnce = 1000
