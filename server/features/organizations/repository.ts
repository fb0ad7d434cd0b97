import { asc, eq, or, sql } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import type { Tx } from '../../db/client.ts'
import { foldedName } from '../../db/folded-name.ts'
import { memberships, organizations, plans, users } from '../../db/schema.ts'

// Every function takes the owner’s transaction: organizations see only themselves.

export type OrganizationRow = typeof organizations.$inferSelect
export type OrganizationFields = Pick<
  OrganizationRow,
  'planId' | 'status' | 'expireAt' | 'useAiBoost' | 'imageKeepDuration' | 'demoEnabled' | 'protected'
>
export interface ListedRow {
  organization: OrganizationRow
  planName: string
}

const listed = (systemTx: Tx) =>
  systemTx
    .select({ organization: organizations, planName: plans.name })
    .from(organizations)
    .innerJoin(plans, eq(plans.id, organizations.planId))

export const listOrganizations = (systemTx: Tx) => listed(systemTx).orderBy(asc(organizations.name))

export async function findListed(systemTx: Tx, id: number): Promise<ListedRow | undefined> {
  const [row] = await listed(systemTx).where(eq(organizations.id, id))
  return row
}

export async function lockOrganization(systemTx: Tx, id: number): Promise<OrganizationRow | undefined> {
  const [row] = await systemTx.select().from(organizations).where(eq(organizations.id, id)).for('update')
  return row
}

export async function findPlanName(systemTx: Tx, id: number): Promise<string | undefined> {
  const [plan] = await systemTx.select({ name: plans.name }).from(plans).where(eq(plans.id, id))
  return plan?.name
}

/**
 * Returns whether an organization has the name or a code that looks the same; sign-in does not tell such codes apart. Those
 * who add organizations at the same time wait for one another.
 */
export async function takenOf(systemTx: Tx, name: string, code: string) {
  await systemTx.execute(sql`select pg_advisory_xact_lock(hashtextextended('organization names', 0))`)
  const rows = await systemTx
    .select({ name: organizations.name, code: organizations.code })
    .from(organizations)
    .where(or(eq(organizations.name, name), eq(foldedName(organizations.code), code)))
  return rows.length > 0
}

export async function insertOrganization(
  systemTx: Tx,
  fields: { name: string; code: string; planId: number },
): Promise<OrganizationRow> {
  const [row] = await systemTx.insert(organizations).values(fields).returning()
  if (row === undefined) throw new Error('an organization was not inserted')
  return row
}

/** Null: the name or the address is taken. */
export async function insertUser(
  systemTx: Tx,
  fields: { username: string; email: string; passwordHash: string },
): Promise<number | null> {
  const [row] = await systemTx.insert(users).values(fields).onConflictDoNothing().returning({ id: users.id })
  return row?.id ?? null
}

/** The first administrator, and who made the organization, so that they can switch to it. */
export const insertMembers = (
  systemTx: Tx,
  organizationId: number,
  { firstUserId, creatorId }: { firstUserId: number; creatorId: number },
) =>
  systemTx.insert(memberships).values([
    { organizationId, userId: firstUserId, role: role.admin, isAlertMail: true },
    { organizationId, userId: creatorId, role: role.system },
  ])

export const changeOrganization = (systemTx: Tx, id: number, fields: OrganizationFields, at: Date) =>
  systemTx
    .update(organizations)
    .set({ ...fields, updatedAt: at })
    .where(eq(organizations.id, id))
