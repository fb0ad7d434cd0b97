import { and, asc, eq, gt, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import { deviceType } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { devices, inspections, memberships, meters, rounds, users } from '../../db/schema.ts'

export type RoundRow = typeof rounds.$inferSelect
export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number]
type Visited = Pick<typeof meters.$inferSelect, 'id' | 'createdAt'>

/**
 * Inspection groups with who is in charge: no system administrator, also none who was in charge before becoming one.
 * `id`: this one only.
 */
export const listGroups = (tx: Tx, organizationId: number, id?: number) =>
  tx
    .select({
      id: inspections.id,
      name: inspections.name,
      route: inspections.route,
      schedule: inspections.schedule,
      scheduleFrom: inspections.scheduleFrom,
      roundsFrom: inspections.roundsFrom,
      assignee: { id: users.id, username: users.username },
    })
    .from(inspections)
    .leftJoin(
      memberships,
      and(
        eq(memberships.organizationId, inspections.organizationId),
        eq(memberships.userId, inspections.assigneeUserId),
        ne(memberships.role, role.system),
      ),
    )
    .leftJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(inspections.organizationId, organizationId),
        id === undefined ? undefined : eq(inspections.id, id),
      ),
    )
    .orderBy(asc(inspections.name), asc(inspections.id))

/** Meters that are read by phone, of each inspection group in the order of its route. `id`: of this group only. */
export async function visitedMeters(
  tx: Tx,
  organizationId: number,
  groups: readonly Pick<GroupRow, 'id' | 'route'>[],
  id?: number,
): Promise<Map<number, Visited[]>> {
  const rows = await tx
    .select({ id: meters.id, createdAt: meters.createdAt, groupId: meters.inspectionId })
    .from(meters)
    .innerJoin(devices, eq(devices.id, meters.deviceId))
    .where(
      and(
        eq(meters.organizationId, organizationId),
        id === undefined ? isNotNull(meters.inspectionId) : eq(meters.inspectionId, id),
        eq(devices.type, deviceType.mobile),
        isNull(devices.deletedAt),
      ),
    )
    .orderBy(asc(meters.id))
  const byGroup = Map.groupBy(rows, ({ groupId }) => groupId)
  return new Map(groups.map(({ id: of, route }) => [of, inOrder(byGroup.get(of) ?? [], route)]))
}

/** Those that the route leaves out follow by number. */
export function inOrder<Row extends { id: number }>(rows: readonly Row[], route: readonly number[]): Row[] {
  const places = new Map(route.map((id, place) => [id, place]))
  const placeOf = ({ id }: Row) => places.get(id) ?? Number.POSITIVE_INFINITY
  return rows.toSorted((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)]
    return one === other ? a.id - b.id : one - other
  })
}

/** Stored rounds of now. */
export const presentRounds = (tx: Tx, organizationId: number, now: Date) =>
  tx
    .select()
    .from(rounds)
    .where(and(eq(rounds.organizationId, organizationId), lte(rounds.beginsAt, now), gt(rounds.endsAt, now)))
