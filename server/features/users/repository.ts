import { and, asc, count, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { type Role, role } from '../../../contract/access.ts'
import type { Tx } from '../../db/client.ts'
import { emailChanges, memberships, organizations, users } from '../../db/schema.ts'

const memberColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: memberships.role,
  isAlertMail: memberships.isAlertMail,
  whiteIps: memberships.whiteIps,
  organizationId: memberships.organizationId,
  createdAt: memberships.createdAt,
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]
export type MembershipFields = Pick<MemberRow, 'role' | 'isAlertMail' | 'whiteIps'>

/** System administrators are shown to each other only. */
const shownTo = (viewer: Role) => (viewer === role.system ? undefined : ne(memberships.role, role.system))

export const listMembers = (tx: Tx, organizationId: number, viewer: Role) =>
  tx
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), shownTo(viewer)))
    .orderBy(asc(users.username), asc(users.id))

export async function findMember(tx: Tx, organizationId: number, userId: number): Promise<MemberRow | null> {
  const [row] = await tx
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
  return row ?? null
}

/** The newest address that the user has still to confirm. */
export async function findPendingEmail(tx: Tx, userId: number, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(isPending(userId, now))
  return row?.email
}

const isPending = (userId: number, now: Date) =>
  and(eq(emailChanges.userId, userId), isNull(emailChanges.usedAt), gt(emailChanges.expiresAt, now))

// What follows writes users and memberships: it takes system transactions, and names the organization in each query.

/** Until the transaction ends: no other one changes roles, so that the last administrator stays one. */
export const lockRoles = (systemTx: Tx) =>
  systemTx.execute(sql`select pg_advisory_xact_lock(hashtext('roles of members'))`)

/** Until the transaction ends: no other one takes a user name or an e-mail address. */
export const lockNames = (systemTx: Tx) =>
  systemTx.execute(sql`select pg_advisory_xact_lock(hashtext('names of users'))`)

/** The caller’s role now: it may have changed since the call began. Null: none in this organization. */
export async function findRole(
  systemTx: Tx,
  organizationId: number,
  userId: number,
): Promise<{ here: Role | null; isSystem: boolean }> {
  const rows = await systemTx
    .select({ organizationId: memberships.organizationId, role: memberships.role })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  return {
    here: rows.find((row) => row.organizationId === organizationId)?.role ?? null,
    isSystem: rows.some((row) => row.role === role.system),
  }
}

/** Members besides this one who may manage the organization. */
export async function countOtherAdmins(
  systemTx: Tx,
  organizationId: number,
  userId: number,
): Promise<number> {
  return systemTx.$count(
    memberships,
    and(
      eq(memberships.organizationId, organizationId),
      ne(memberships.userId, userId),
      inArray(memberships.role, [role.admin, role.system]),
    ),
  )
}

/** Memberships as system administrator besides this one, in any organization. */
export async function countOtherSystemAdmins(
  systemTx: Tx,
  organizationId: number,
  userId: number,
): Promise<number> {
  return systemTx.$count(
    memberships,
    and(
      eq(memberships.role, role.system),
      or(ne(memberships.userId, userId), ne(memberships.organizationId, organizationId)),
    ),
  )
}

export async function findOrganizationState(systemTx: Tx, id: number) {
  const [row] = await systemTx
    .select({
      name: organizations.name,
      code: organizations.code,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row ?? null
}

export async function findUserByEmail(systemTx: Tx, email: string) {
  const [row] = await systemTx
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`)
  return row ?? null
}

/** Whether somebody else has one of these as user name or address: either signs in. */
export async function isTaken(systemTx: Tx, names: readonly string[], except = 0): Promise<boolean> {
  const folded = names.map((name) => name.toLowerCase())
  const [row] = await systemTx
    .select({ n: count() })
    .from(users)
    .where(
      and(
        ne(users.id, except),
        or(inArray(sql`lower(${users.username})`, folded), inArray(sql`lower(${users.email})`, folded)),
      ),
    )
  return (row?.n ?? 0) > 0
}

export async function insertUser(
  systemTx: Tx,
  fields: { username: string; email: string; passwordHash: string },
  at: Date,
): Promise<number> {
  const [row] = await systemTx
    .insert(users)
    .values({ ...fields, createdAt: at, updatedAt: at })
    .returning({ id: users.id })
  if (row === undefined) throw new Error('a user was not inserted')
  return row.id
}

export async function insertMembership(
  systemTx: Tx,
  organizationId: number,
  userId: number,
  fields: MembershipFields,
  createdAt: Date,
): Promise<void> {
  await systemTx.insert(memberships).values({ ...fields, organizationId, userId, createdAt })
}

const isMembership = (organizationId: number, userId: number) =>
  and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId))

export async function changeMembership(
  systemTx: Tx,
  organizationId: number,
  userId: number,
  fields: Partial<MembershipFields>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return
  await systemTx.update(memberships).set(fields).where(isMembership(organizationId, userId))
}

export async function deleteMembership(systemTx: Tx, organizationId: number, userId: number): Promise<void> {
  await systemTx.delete(memberships).where(isMembership(organizationId, userId))
}

export const countMemberships = (systemTx: Tx, userId: number): Promise<number> =>
  systemTx.$count(memberships, eq(memberships.userId, userId))

type NewEmailChange = typeof emailChanges.$inferInsert

/** Only the newest one may be confirmed. */
export async function addEmailChange(systemTx: Tx, row: NewEmailChange, now: Date): Promise<void> {
  await voidEmailChanges(systemTx, row.userId, now)
  await systemTx.insert(emailChanges).values(row)
}

export async function voidEmailChanges(systemTx: Tx, userId: number, now: Date): Promise<void> {
  await systemTx.update(emailChanges).set({ usedAt: now }).where(isPending(userId, now))
}

export async function countEmailChangesSince(systemTx: Tx, userId: number, since: Date): Promise<number> {
  return systemTx.$count(
    emailChanges,
    and(eq(emailChanges.userId, userId), gt(emailChanges.createdAt, since)),
  )
}

/** Null where it is unknown, used or expired, also by a concurrent call. */
export async function consumeEmailChange(systemTx: Tx, tokenHash: string, now: Date) {
  const [row] = await systemTx
    .update(emailChanges)
    .set({ usedAt: now })
    .where(
      and(
        eq(emailChanges.tokenHash, tokenHash),
        isNull(emailChanges.usedAt),
        gt(emailChanges.expiresAt, now),
      ),
    )
    .returning()
  return row ?? null
}

export async function findUser(systemTx: Tx, id: number) {
  const [row] = await systemTx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, id))
  return row ?? null
}

export async function setEmail(systemTx: Tx, id: number, email: string, at: Date): Promise<void> {
  await systemTx.update(users).set({ email, updatedAt: at }).where(eq(users.id, id))
}
