import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { role } from '../../contract/access.ts'
import type { RoundSchedule } from '../../contract/rounds.ts'
import type { Tx } from '../../server/db/client.ts'
import { inspections, memberships, meters, skips } from '../../server/db/schema.ts'
import { firstDay } from '../../server/features/rounds/index.ts'
import { startOfDay } from '../../server/time-zone.ts'
import * as plant from './plant.ts'

const zone = 'Asia/Tokyo'
const day = 86_400_000
const week: RoundSchedule = { every: 'week', weekday: 1, time: '00:00' }

/** Since Monday of a time’s week until Monday of this one. */
export const weeksAgo = (localDay: string, today: string): number => {
  const monday = (given: string) => firstDay(week, Date.parse(`${given}T00:00:00Z`))
  return Math.round((monday(today) - monday(localDay)) / (7 * day))
}

/** The order, schedule and person in charge of the groups that are walked. */
export async function insertRoutes(
  tx: Tx,
  organizationId: number,
  faces: readonly string[],
  now: Date,
): Promise<void> {
  const [inspector] = await tx
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, role.general)))
  const found = await metersOf(tx, organizationId, faces)
  for (const [index, { id }] of (await groupsOf(tx, organizationId)).entries()) {
    const group = plant.inspections[index]
    if (group?.schedule === undefined) continue
    await tx
      .update(inspections)
      .set({
        schedule: group.schedule,
        scheduleFrom: now,
        roundsFrom: now,
        route: group.route.flatMap((face) => found.get(face) ?? []),
        assigneeUserId: inspector?.id ?? null,
      })
      .where(eq(inspections.id, id))
  }
}

/** What was skipped, and schedules as of before: once all is filled, the server stores the rounds that were due. */
export async function insertPastRounds(
  tx: Tx,
  organizationId: number,
  faces: readonly string[],
  userId: number,
  now: Date,
): Promise<void> {
  const from = new Date(now.getTime() - 90 * day)
  await tx
    .update(inspections)
    .set({ scheduleFrom: from, roundsFrom: from })
    .where(and(eq(inspections.organizationId, organizationId), isNotNull(inspections.schedule)))
  const found = await metersOf(tx, organizationId, faces)
  const rows = plant.locations.flatMap(({ face, left = [] }, index) => {
    const meterId = found.get(face)
    if (meterId === undefined) return []
    return left.flatMap(({ weeksAgo: ago, skip }) => {
      const skippedAt = new Date(mondayOf(now, ago).getTime() + (10 * 60 + (index % 40)) * 60_000)
      if (skip === undefined || skippedAt > now) return []
      const key = `${face} ${skippedAt.toISOString()}`
      const phone = { toldAt: skippedAt, clockOffsetMs: 0, receivedAt: skippedAt }
      const known = { idempotencyKey: key, fingerprint: key }
      return [{ organizationId, meterId, userId, skippedAt, ...phone, ...known, ...skip }]
    })
  })
  if (rows.length > 0) await tx.insert(skips).values(rows).onConflictDoNothing()
}

function mondayOf(now: Date, ago: number): Date {
  const weekday = new Date(now.getTime() + 9 * 3_600_000).getUTCDay()
  return startOfDay(zone, now, -((weekday + 6) % 7) - 7 * ago)
}

/** The demonstration’s own were inserted before any others. */
const groupsOf = (tx: Tx, organizationId: number) =>
  tx
    .select({ id: inspections.id })
    .from(inspections)
    .where(eq(inspections.organizationId, organizationId))
    .orderBy(asc(inspections.id))
    .limit(plant.inspections.length)

/** By face; the demonstration’s own were inserted in this order, before any others. */
async function metersOf(tx: Tx, organizationId: number, faces: readonly string[]) {
  const rows = await tx
    .select({ id: meters.id })
    .from(meters)
    .where(eq(meters.organizationId, organizationId))
    .orderBy(asc(meters.id))
    .limit(faces.length)
  return new Map(faces.map((face, index) => [face, rows[index]?.id]))
}
