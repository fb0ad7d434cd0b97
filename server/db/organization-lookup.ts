import { eq } from 'drizzle-orm'
import { type Organization, organizationStatus } from '../../contract/organizations.ts'
import type { Tx } from './client.ts'
import { memberships, organizations } from './schema.ts'

export async function findOrganization(tx: Tx, id: number): Promise<Organization | null> {
  const [row] = await tx
    .select({
      id: organizations.id,
      name: organizations.name,
      code: organizations.code,
      time_zone: organizations.timeZone,
      use_ai_boost: organizations.useAiBoost,
      filling: organizations.filling,
    })
    .from(organizations)
    .where(eq(organizations.id, id))
  if (row === undefined) return null
  const { filling, ...organization } = row
  if (filling === null) return organization
  return { ...organization, filling: { done: filling.done, total: filling.total } }
}

/** Organizations of a user; takes a system transaction. */
export async function listOrganizationNames(systemTx: Tx, userId: number): Promise<string[]> {
  const rows = await systemTx
    .select({ name: organizations.name })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(eq(memberships.userId, userId))
    .orderBy(organizations.name)
  return rows.map((row) => row.name)
}

/** Whether members may sign in: neither stopped nor deleted nor expired. */
export const isActive = (organization: { status: number; expireAt: Date | null }, now: Date): boolean =>
  organization.status === organizationStatus.active &&
  (organization.expireAt === null || organization.expireAt > now)

/** IANA name of an organization’s zone; null: there is no such organization. Takes a system transaction. */
export async function timeZoneOf(systemTx: Tx, id: number): Promise<string | null> {
  const [row] = await systemTx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row?.timeZone ?? null
}
