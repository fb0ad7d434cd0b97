import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { type Role, role } from '../../../contract/access.ts'
import type { Tx } from '../../db/client.ts'
import { invitations } from '../../db/schema.ts'

/** All but the hash of the token. */
const columns = {
  id: invitations.id,
  organizationId: invitations.organizationId,
  email: invitations.email,
  username: invitations.username,
  role: invitations.role,
  isAlertMail: invitations.isAlertMail,
  whiteIps: invitations.whiteIps,
  invitedByUserId: invitations.invitedByUserId,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
}

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

/** Returns invitations that were not accepted, expired ones too, except those for a higher role than the viewer’s. */
export const listInvitations = (tx: Tx, organizationId: number, viewer: Role) =>
  tx
    .select(columns)
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        isNull(invitations.endedAt),
        lte(invitations.role, viewer),
      ),
    )
    .orderBy(asc(invitations.email), asc(invitations.id))

// The following functions take system transactions.

const isTo = (email: string) => sql`lower(${invitations.email}) = ${email.toLowerCase()}`

export async function findInvitation(
  systemTx: Tx,
  organizationId: number,
  by: { id: number } | { email: string },
): Promise<InvitationRow | null> {
  const [row] = await systemTx
    .select(columns)
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        isNull(invitations.endedAt),
        'id' in by ? eq(invitations.id, by.id) : isTo(by.email),
      ),
    )
  return row ?? null
}

/** Returns the invitation of a link. Null if it is unknown, ended or expired. */
export async function findByToken(systemTx: Tx, tokenHash: string, now: Date): Promise<InvitationRow | null> {
  const [row] = await systemTx
    .select(columns)
    .from(invitations)
    .where(
      and(eq(invitations.tokenHash, tokenHash), isNull(invitations.endedAt), gt(invitations.expiresAt, now)),
    )
  return row ?? null
}

export async function insertInvitation(
  systemTx: Tx,
  row: typeof invitations.$inferInsert,
): Promise<InvitationRow> {
  const [inserted] = await systemTx.insert(invitations).values(row).returning(columns)
  if (inserted === undefined) throw new Error('an invitation was not inserted')
  return inserted
}

/** Ends an invitation. Returns false if a concurrent call has ended it. */
export async function endInvitation(systemTx: Tx, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await systemTx
    .update(invitations)
    .set({ endedAt: now })
    .where(and(eq(invitations.id, id), isNull(invitations.endedAt)))
  return rowCount === 1
}

/** Returns the number of invitations mailed since then: by the organization, to the address, and by one to the other. */
export async function countInvitationMails(
  systemTx: Tx,
  organizationId: number,
  email: string,
  since: Date,
): Promise<{ ofOrganization: number; toAddress: number; ofBoth: number }> {
  const isRecent = gt(invitations.createdAt, since)
  const ofOrganization = and(isRecent, eq(invitations.organizationId, organizationId))
  const toAddress = and(isRecent, isTo(email))
  return {
    ofOrganization: await systemTx.$count(invitations, ofOrganization),
    toAddress: await systemTx.$count(invitations, toAddress),
    ofBoth: await systemTx.$count(invitations, and(ofOrganization, isTo(email))),
  }
}

/** Expires the invitations of an inviter who may no longer grant their roles. Somebody who may can send them again. */
export async function expireInvitationsBy(
  systemTx: Tx,
  organizationId: number,
  userId: number,
  next: Role | null,
  now: Date,
): Promise<void> {
  await systemTx
    .update(invitations)
    .set({ expiresAt: now })
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        eq(invitations.invitedByUserId, userId),
        isNull(invitations.endedAt),
        gt(invitations.expiresAt, now),
        next === null || next === role.general ? undefined : gt(invitations.role, next),
      ),
    )
}
