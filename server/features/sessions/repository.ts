import { and, desc, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database, Tx } from '../../db/client.ts'
import { foldedName } from '../../db/folded-name.ts'
import {
  confirmationCodes,
  deviceMarks,
  emailChanges,
  memberships,
  organizations,
  pushSubscriptions,
  refreshTokens,
  sessions,
  users,
} from '../../db/schema.ts'
import { networkOf } from '../../ip-address.ts'
import { refreshDays } from './tokens.ts'

// All of this crosses organizations: it takes system transactions.

const membershipColumns = {
  userId: users.id,
  username: users.username,
  role: memberships.role,
  whiteIps: memberships.whiteIps,
  organizationId: organizations.id,
  organizationName: organizations.name,
  status: organizations.status,
  expireAt: organizations.expireAt,
  timeZone: organizations.timeZone,
}

export type Membership = NonNullable<Awaited<ReturnType<typeof findMembership>>>

/** Whether a name or code is the given one; width, letter case and invisible characters do not matter. */
const isNamed = (column: AnyPgColumn, given: string) =>
  sql`${foldedName(column)} = ${foldedName(sql`${given}::text`)}`
/** Orders the exact match first: names of earlier versions may differ in invisible characters only. */
const exactFirst = (column: AnyPgColumn, given: string) => desc(sql`${column} = ${given}`)

/** By user name or e-mail; a user name takes precedence over another’s equal e-mail. */
export async function findAccount(tx: Tx, organizationCode: string, name: string) {
  const [row] = await tx
    .select({ ...membershipColumns, passwordHash: users.passwordHash })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        isNamed(organizations.code, organizationCode),
        or(isNamed(users.username, name), isNamed(users.email, name)),
      ),
    )
    .orderBy(
      exactFirst(organizations.code, organizationCode),
      exactFirst(users.username, name),
      desc(isNamed(users.username, name)),
      exactFirst(users.email, name),
      users.id,
    )
    .limit(1)
  return row ?? null
}

export async function findMembership(
  tx: Tx,
  userId: number,
  organization: { id: number } | { name: string },
) {
  const [row] = await tx
    .select(membershipColumns)
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(users.id, userId),
        'id' in organization
          ? eq(organizations.id, organization.id)
          : eq(organizations.name, organization.name),
      ),
    )
  return row ?? null
}

interface CallerRow extends Omit<Membership, 'userId' | 'organizationId' | 'organizationName'> {
  lastUsedAt: Date
  /** A refresh token was exchanged, and its successor is not known to have arrived. */
  isUnconfirmed: boolean
}

/** The user of an open session in its organization. */
export async function findCaller(
  database: Database,
  { sessionId, userId, organizationId }: { sessionId: number; userId: number; organizationId: number },
): Promise<CallerRow | null> {
  const [row] = await database.querySystem<CallerRow>(
    `select users.username, memberships.role, memberships.white_ips as "whiteIps", organizations.status,
      organizations.expire_at as "expireAt", organizations.time_zone as "timeZone",
      sessions.last_used_at as "lastUsedAt", sessions.unconfirmed_token_id is not null as "isUnconfirmed"
    from sessions join users on users.id = sessions.user_id
      join memberships on memberships.user_id = users.id and memberships.organization_id = sessions.organization_id
      join organizations on organizations.id = sessions.organization_id
    where sessions.id = $1 and sessions.user_id = $2 and sessions.organization_id = $3 and sessions.revoked_at is null`,
    [sessionId, userId, organizationId],
  )
  return row ?? null
}

export async function createSession(
  tx: Tx,
  userId: number,
  organizationId: number,
  now: Date,
  from: { address: string; userAgent: string | null } | null = null,
): Promise<number> {
  const [row] = await tx
    .insert(sessions)
    .values({ userId, organizationId, createdAt: now, lastUsedAt: now, ...from })
    .returning({ id: sessions.id })
  if (row === undefined) throw new Error('no session was written')
  return row.id
}

/** Marks the session as used, and so its newest tokens as received. */
export async function touchSession(tx: Tx, sessionId: number, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ lastUsedAt: now, unconfirmedTokenId: null })
    .where(eq(sessions.id, sessionId))
}

export async function moveSession(
  tx: Tx,
  sessionId: number,
  organizationId: number,
  now: Date,
): Promise<void> {
  await tx.update(sessions).set({ organizationId, lastUsedAt: now }).where(eq(sessions.id, sessionId))
}

type EndReason =
  | 'logout'
  | 'password_changed'
  | 'refresh_token_reused'
  | 'ended_elsewhere'
  | 'membership_ended'

export async function endSession(tx: Tx, sessionId: number, reason: EndReason, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}

/** Returns whether the session is still open, and locks it: a call that ends it waits for this transaction. */
export async function lockOpenSession(tx: Tx, sessionId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .for('share')
  return rows.length > 0
}

/** Of a member who leaves the organization. */
export async function endSessionsOfMember(
  tx: Tx,
  organizationId: number,
  userId: number,
  now: Date,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now, revokedReason: 'membership_ended' satisfies EndReason })
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.organizationId, organizationId),
        isNull(sessions.revokedAt),
      ),
    )
}

/** Codes that were sent to an address which the user no longer has. */
export async function voidCodes(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .update(confirmationCodes)
    .set({ usedAt: now })
    .where(and(eq(confirmationCodes.userId, userId), isNull(confirmationCodes.usedAt)))
}

/** Neither revoked nor past its last refresh token. */
export const isOpen = (now: Date) =>
  and(isNull(sessions.revokedAt), gt(sessions.lastUsedAt, new Date(now.getTime() - refreshDays * 86_400_000)))

/** A signed-out browser gets no more notifications. */
export const deleteSubscriptionsOf = (tx: Tx, sessionId: number) =>
  tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId))

/**
 * Ends every session, and drops what somebody who knew the old password may have asked for: codes and a change of the
 * address. `isConfirmed`: a mail to the address allowed it. Then no device or network is familiar any more, because
 * somebody else may have signed in from it, who must not keep the exemption from throttling.
 */
export async function setPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  now: Date,
  { isConfirmed = false } = {},
): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, updatedAt: now, ...(isConfirmed && { emailConfirmedAt: now }) })
    .where(eq(users.id, userId))
  await tx
    .update(sessions)
    .set({ revokedAt: now, revokedReason: 'password_changed' satisfies EndReason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  if (isConfirmed) {
    await tx.delete(deviceMarks).where(eq(deviceMarks.userId, userId))
    await tx.update(sessions).set({ address: null }).where(eq(sessions.userId, userId))
  }
  await voidCodes(tx, userId, now)
  await tx
    .update(emailChanges)
    .set({ usedAt: now })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.usedAt)))
}

/** Where a person belongs, and as whom. */
export const membershipsOf = (tx: Tx, userId: number) =>
  tx
    .select({ organizationId: memberships.organizationId, username: users.username })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.userId, userId))

export async function findUser(tx: Tx, userId: number) {
  const [row] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}

export async function findPasswordHash(tx: Tx, userId: number): Promise<string | null> {
  const [row] = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  return row?.hash ?? null
}

/**
 * Returns the hash and locks it: a call that replaces the password waits for this transaction, and then ends the session
 * that it begins. Not a shared lock, because two callers that then set a password would deadlock.
 */
export async function lockPasswordHash(tx: Tx, userId: number): Promise<string | null> {
  const [row] = await tx
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return row?.hash ?? null
}

/** Locks the session of a refresh token, so that its exchanges are serialized. */
export async function lockRefreshToken(tx: Tx, tokenHash: string) {
  const ofToken = eq(refreshTokens.tokenHash, tokenHash)
  const [session] = await tx
    .select()
    .from(sessions)
    .where(
      inArray(sessions.id, tx.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(ofToken)),
    )
    .for('update')
  // Read under the lock: a join would return the token as it was before.
  const [token] = await tx.select().from(refreshTokens).where(ofToken)
  return session === undefined || token === undefined ? null : { token, session }
}

export async function addRefreshToken(
  tx: Tx,
  sessionId: number,
  tokenHash: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx.insert(refreshTokens).values({ sessionId, tokenHash, createdAt: now, expiresAt })
}

export async function consumeRefreshToken(tx: Tx, id: number, sessionId: number, now: Date): Promise<void> {
  await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.id, id))
  await tx.update(sessions).set({ unconfirmedTokenId: id }).where(eq(sessions.id, sessionId))
  await tx
    .delete(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.expiresAt, now)))
}

/** Exchanges a used token once more, and invalidates what it was exchanged for so far. */
export async function reconsumeRefreshToken(
  tx: Tx,
  token: { id: number; sessionId: number },
  spentAt: Date,
  now: Date,
): Promise<void> {
  await tx
    .update(refreshTokens)
    // As of the first exchange, so that the grace period does not apply to these.
    .set({ usedAt: spentAt })
    .where(
      and(
        eq(refreshTokens.sessionId, token.sessionId),
        isNull(refreshTokens.usedAt),
        gte(refreshTokens.createdAt, spentAt),
      ),
    )
  await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.id, token.id))
}

/**
 * Whether the user has signed in from the network of this address, as far back as sessions are kept, but not from before
 * a mail to the address allowed a new password.
 */
export async function hasSignedInFrom(tx: Tx, userId: number, address: string): Promise<boolean> {
  const rows = await tx
    .selectDistinct({ address: sessions.address })
    .from(sessions)
    .where(eq(sessions.userId, userId))
  const network = networkOf(address)
  return rows.some((row) => row.address !== null && networkOf(row.address) === network)
}

export async function isDeviceMarked(tx: Tx, markHash: string, userId: number): Promise<boolean> {
  return (
    (await tx.$count(deviceMarks, and(eq(deviceMarks.markHash, markHash), eq(deviceMarks.userId, userId)))) >
    0
  )
}

export async function markDevice(tx: Tx, markHash: string, userId: number, now: Date): Promise<void> {
  await tx
    .insert(deviceMarks)
    .values({ markHash, userId, signedInAt: now })
    .onConflictDoUpdate({
      target: [deviceMarks.markHash, deviceMarks.userId],
      set: { signedInAt: now },
    })
}

export async function findRecipient(tx: Tx, organizationCode: string, email: string) {
  const [row] = await tx
    .select({
      userId: users.id,
      username: users.username,
      email: users.email,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(isNamed(organizations.code, organizationCode), sql`lower(${users.email}) = ${email.toLowerCase()}`),
    )
    .orderBy(exactFirst(organizations.code, organizationCode))
    .for('update', { of: users })
  return row ?? null
}

export async function countCodesSince(tx: Tx, userId: number, since: Date): Promise<number> {
  return tx.$count(
    confirmationCodes,
    and(eq(confirmationCodes.userId, userId), gt(confirmationCodes.createdAt, since)),
  )
}

export async function addCode(
  tx: Tx,
  userId: number,
  codeHash: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx.insert(confirmationCodes).values({ userId, codeHash, createdAt: now, expiresAt })
}

export async function findCodes(tx: Tx, username: string, now: Date) {
  return tx
    .select({
      id: confirmationCodes.id,
      userId: confirmationCodes.userId,
      codeHash: confirmationCodes.codeHash,
      passwordHash: users.passwordHash,
    })
    .from(confirmationCodes)
    .innerJoin(users, eq(users.id, confirmationCodes.userId))
    .where(
      and(
        isNamed(users.username, username),
        isNull(confirmationCodes.usedAt),
        gt(confirmationCodes.expiresAt, now),
      ),
    )
}

/** False where a concurrent request was faster. */
export async function consumeCode(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(confirmationCodes)
    .set({ usedAt: now })
    .where(and(eq(confirmationCodes.id, id), isNull(confirmationCodes.usedAt)))
  return rowCount === 1
}
