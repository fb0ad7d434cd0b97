import { and, eq, gte } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import type { Tx } from '../../db/client.ts'
import { memberships, users } from '../../db/schema.ts'
import { deleteSubscription, subscriptionsOf } from './repository.ts'

interface Audience {
  /** `instead`: of a notification that cannot arrive, to a person who wants no mail. */
  mails: { userId: number; instead?: true }[]
  /** Subscriptions. */
  browsers: number[]
  /** The users of these browsers. */
  notified: number[]
}

interface AudienceOptions {
  /** Only these, who all want mails. */
  userIds?: readonly number[] | undefined
  /** Only those of these who want to be notified. */
  among?: readonly number[] | undefined
  /** These as well, who all want mails. */
  also?: readonly number[] | undefined
}

/**
 * Who is notified: one mail for each member who wants alert mails, one notification for each subscribed browser;
 * both are checked again when sent. A browser whose session ended other than by signing out there is unsubscribed, and
 * its person gets a mail instead.
 */
export async function takeAudience(
  tx: Tx,
  organizationId: number,
  now: Date,
  { userIds, among = userIds, also = [] }: AudienceOptions = {},
): Promise<Audience> {
  const isAmong = (userId: number) => among === undefined || among.includes(userId) || also.includes(userId)
  const wanting = userIds ?? (await findMailReaders(tx, organizationId)).filter(isAmong)
  const byMail = new Set([...wanting, ...also])
  const subscriptions = await subscriptionsOf(tx, organizationId, {}, now)
  const browsers = subscriptions.filter(({ userId }) => isAmong(userId))
  const ended = browsers.filter(({ isActive }) => !isActive)
  const cutOff = ended.filter(({ isSignedOut }) => !isSignedOut).map(({ userId }) => userId)
  const instead = new Set(cutOff.filter((userId) => !byMail.has(userId)))
  const active = browsers.filter(({ isActive }) => isActive)
  for (const { id } of ended) await deleteSubscription(tx, organizationId, id)
  return {
    mails: [
      ...[...byMail].map((userId) => ({ userId })),
      ...[...instead].map((userId) => ({ userId, instead: true as const })),
    ],
    browsers: active.map(({ id }) => id),
    notified: active.map(({ userId }) => userId),
  }
}

/** The members who want alert mails. */
export async function findMailReaders(tx: Tx, organizationId: number): Promise<number[]> {
  const readers = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.isAlertMail, true)))
  return readers.map(({ userId }) => userId)
}

/** Condition on `memberships`: an administrator who wants alert mails. */
export const isMailedAdmin = and(eq(memberships.isAlertMail, true), gte(memberships.role, role.admin))

/** The administrators who want alert mails. */
export const findMailedAdmins = (tx: Tx, organizationId: number) =>
  tx
    .select({ username: users.username, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), isMailedAdmin))

/** `wanted`: only a member who wants alert mails. */
export async function findRecipient(
  tx: Tx,
  organizationId: number,
  userId: number,
  { wanted }: { wanted: boolean },
) {
  const [row] = await tx
    .select({ username: users.username, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        wanted ? eq(memberships.isAlertMail, true) : undefined,
      ),
    )
  return row ?? null
}
