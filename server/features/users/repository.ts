import { and, asc, count, eq, gt, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { type Role, role } from '../../../contract/access.ts'
import { organizationStatus } from '../../../contract/organizations.ts'
import type { Tx } from '../../db/client.ts'
import { foldedName } from '../../db/folded-name.ts'
import { emailChanges, invitations, memberships, organizations, users } from '../../db/schema.ts'

const memberColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: memberships.role,
  isAlertMail: memberships.isAlertMail,
  isClosingNotice: memberships.isClosingNotice,
  whiteIps: memberships.whiteIps,
  organizationId: memberships.organizationId,
  createdAt: memberships.createdAt,
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]
export type MembershipFields = Pick<MemberRow, 'role' | 'isAlertMail' | 'whiteIps'>

/** System administrators are shown to each other only. */
export const shownTo = (viewer: Role) =>
  viewer === role.system ? undefined : ne(memberships.role, role.system)

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

/** Returns the newest address that the user has not confirmed yet. */
export async function findPendingEmail(tx: Tx, userId: number, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(isPending(userId, now))
  return row?.email
}

/** Returns the new addresses that were asked for in the organization and are not confirmed yet, by user. */
export async function findPendingEmails(
  tx: Tx,
  organizationId: number,
  now: Date,
): Promise<Map<number, string>> {
  const rows = await tx
    .select({ userId: emailChanges.userId, email: emailChanges.email })
    .from(emailChanges)
    .where(and(eq(emailChanges.organizationId, organizationId), isUnconfirmed(now)))
  return new Map(rows.map(({ userId, email }) => [userId, email]))
}

const isUnconfirmed = (now: Date) => and(isNull(emailChanges.usedAt), gt(emailChanges.expiresAt, now))
const isPending = (userId: number, now: Date) => and(eq(emailChanges.userId, userId), isUnconfirmed(now))

// What follows writes users and memberships: it takes system transactions, and names the organization in each query.

/** Locks roles until the transaction ends, so that no concurrent change removes the last administrator. */
export const lockRoles = (systemTx: Tx) =>
  systemTx.execute(sql`select pg_advisory_xact_lock(hashtext('roles of members'))`)

/** Locks names until the transaction ends. No other transaction takes a user name or an e-mail address. */
export const lockNames = (systemTx: Tx) =>
  systemTx.execute(sql`select pg_advisory_xact_lock(hashtext('names of users'))`)

/** Returns the current role, which may have changed since the call began. Null if the user is not a member here. */
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

/** Returns the number of other members who may manage the organization. */
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

/**
 * Returns the number of memberships as system administrator other than those of `except`, in organizations that can be
 * used at least until `until`; null: without end. Nobody can sign in to a stopped or expired organization.
 */
export async function countLastingSystemAdmins(
  systemTx: Tx,
  except: { organizationId: number; userId?: number },
  until: Date | null,
): Promise<number> {
  const { organizationId, userId } = except
  const [row] = await systemTx
    .select({ n: count() })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.role, role.system),
        or(
          ne(memberships.organizationId, organizationId),
          userId === undefined ? undefined : ne(memberships.userId, userId),
        ),
        eq(organizations.status, organizationStatus.active),
        or(isNull(organizations.expireAt), until === null ? undefined : gte(organizations.expireAt, until)),
      ),
    )
  return row?.n ?? 0
}

/** Returns whether a member of the organization is a system administrator. */
export async function hasSystemAdmin(systemTx: Tx, organizationId: number): Promise<boolean> {
  const isSystemAdmin = and(eq(memberships.organizationId, organizationId), eq(memberships.role, role.system))
  return (await systemTx.$count(memberships, isSystemAdmin)) > 0
}

/** Returns each system administrator who can sign in once. */
export const findSystemAdmins = (systemTx: Tx, now: Date) =>
  systemTx
    .selectDistinct({ username: users.username, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.role, role.system),
        eq(organizations.status, organizationStatus.active),
        or(isNull(organizations.expireAt), gt(organizations.expireAt, now)),
      ),
    )

export async function findOrganizationState(systemTx: Tx, id: number) {
  const [row] = await systemTx
    .select({
      name: organizations.name,
      code: organizations.code,
      status: organizations.status,
      expireAt: organizations.expireAt,
      timeZone: organizations.timeZone,
    })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row ?? null
}

export async function findUserByEmail(systemTx: Tx, email: string) {
  const [row] = await systemTx
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`)
  return row ?? null
}

/**
 * Returns whether somebody else has one of these as user name or address, since either signs in, or an invitation that can
 * still be accepted will create a user of that name.
 */
export async function isTaken(
  systemTx: Tx,
  names: readonly string[],
  now: Date,
  { exceptUser = 0, exceptInvitation = 0 } = {},
): Promise<boolean> {
  const folded = names.map((name) => name.normalize('NFKC').toLowerCase())
  const ofUser = await systemTx.$count(
    users,
    and(
      ne(users.id, exceptUser),
      or(inArray(foldedName(users.username), folded), inArray(sql`lower(${users.email})`, folded)),
    ),
  )
  if (ofUser > 0) return true
  const reserved = and(
    ne(invitations.id, exceptInvitation),
    isNull(invitations.endedAt),
    gt(invitations.expiresAt, now),
    inArray(foldedName(invitations.username), folded),
  )
  return (await systemTx.$count(invitations, reserved)) > 0
}

export async function insertUser(
  systemTx: Tx,
  fields: Pick<typeof users.$inferInsert, 'username' | 'email' | 'passwordHash' | 'emailConfirmedAt'>,
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
  fields: Partial<MembershipFields & Pick<MemberRow, 'isClosingNotice'>>,
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
export type EmailChangeRow = typeof emailChanges.$inferSelect

/** Adds a change and drops earlier ones: only the newest may be confirmed. */
export async function addEmailChange(systemTx: Tx, row: NewEmailChange, now: Date): Promise<void> {
  await voidEmailChanges(systemTx, row.userId, now)
  await systemTx.insert(emailChanges).values(row)
}

export async function voidEmailChanges(systemTx: Tx, userId: number, now: Date): Promise<void> {
  await systemTx.update(emailChanges).set({ usedAt: now }).where(isPending(userId, now))
}

/** Drops the change that was asked for in the organization. Returns its address, or null if there is none. */
export async function withdrawPendingEmail(
  systemTx: Tx,
  organizationId: number,
  userId: number,
  now: Date,
): Promise<string | null> {
  const [row] = await systemTx
    .update(emailChanges)
    .set({ usedAt: now })
    .where(and(eq(emailChanges.organizationId, organizationId), isPending(userId, now)))
    .returning({ email: emailChanges.email })
  return row?.email ?? null
}

/** Drops the changes that an administrator asked for whose role in the organization has ended or changed. */
export async function voidEmailChangesAskedBy(
  systemTx: Tx,
  organizationId: number,
  userId: number,
  now: Date,
): Promise<void> {
  await systemTx
    .update(emailChanges)
    .set({ usedAt: now })
    .where(
      and(
        eq(emailChanges.organizationId, organizationId),
        eq(emailChanges.requestedByUserId, userId),
        ne(emailChanges.userId, userId),
        isNull(emailChanges.usedAt),
      ),
    )
}

/** Returns the number of changes that were asked for since then: of one user, or of any user to one address. */
export async function countEmailChangesSince(
  systemTx: Tx,
  about: { userId: number } | { email: string },
  since: Date,
): Promise<number> {
  return systemTx.$count(
    emailChanges,
    and(
      'userId' in about
        ? eq(emailChanges.userId, about.userId)
        : sql`lower(${emailChanges.email}) = ${about.email.toLowerCase()}`,
      gt(emailChanges.createdAt, since),
    ),
  )
}

/** Returns the user whose address is to change and locks the row. Returns null if the code is unknown. */
export async function lockUserOfEmailChange(systemTx: Tx, tokenHash: string) {
  const ofToken = systemTx
    .select({ userId: emailChanges.userId })
    .from(emailChanges)
    .where(eq(emailChanges.tokenHash, tokenHash))
  const [row] = await systemTx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(inArray(users.id, ofToken))
    .for('no key update')
  return row ?? null
}

/** Marks a change as used and returns it. Null if it is unknown, expired or already used, also by a concurrent call. */
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

/** Stores an address that a mail to it has confirmed. */
export async function setConfirmedEmail(systemTx: Tx, id: number, email: string, at: Date): Promise<void> {
  await systemTx.update(users).set({ email, emailConfirmedAt: at, updatedAt: at }).where(eq(users.id, id))
}
