import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { MemberDependents } from '../../../contract/users/memberDependents.ts'
import type { Tx } from '../../db/client.ts'
import { alertReminders, apiKeys, emailChanges, inspections, invitations, users } from '../../db/schema.ts'
import { listRecipientGroupsOf } from '../recipient-groups/index.ts'

/** Returns what depends on a membership. `removeMember` ends it, or leaves it to nobody. */
export async function dependentsOf(
  tx: Tx,
  organizationId: number,
  userId: number,
  now: Date,
): Promise<MemberDependents> {
  const groups = await listRecipientGroupsOf(tx, organizationId, userId)
  const [reminders] = await tx
    .select({ groupId: alertReminders.escalationGroupId })
    .from(alertReminders)
    .where(eq(alertReminders.organizationId, organizationId))
  return {
    keys: await tx
      .select({ id: apiKeys.id, name: apiKeys.name, type: apiKeys.type })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.organizationId, organizationId),
          eq(apiKeys.userId, userId),
          isNull(apiKeys.deletedAt),
        ),
      )
      .orderBy(asc(apiKeys.name), asc(apiKeys.id)),
    inspections: await tx
      .select({ id: inspections.id, name: inspections.name })
      .from(inspections)
      .where(and(eq(inspections.organizationId, organizationId), eq(inspections.assigneeUserId, userId)))
      .orderBy(asc(inspections.name), asc(inspections.id)),
    recipient_groups: groups.map(({ group: { id, name }, members, rules }) => ({
      id,
      name,
      emptied_rules: members.length === 1 ? rules.map((rule) => rule.name) : [],
      ...(members.length === 1 && reminders?.groupId === id && { empties_escalation: true }),
    })),
    invitations: await tx
      .select({ id: invitations.id, email: invitations.email })
      .from(invitations)
      .where(
        and(
          eq(invitations.organizationId, organizationId),
          eq(invitations.invitedByUserId, userId),
          isNull(invitations.endedAt),
          gt(invitations.expiresAt, now),
        ),
      )
      .orderBy(asc(invitations.email), asc(invitations.id)),
    email_changes: await tx
      .select({ id: emailChanges.userId, username: users.username, email: emailChanges.email })
      .from(emailChanges)
      .innerJoin(users, eq(users.id, emailChanges.userId))
      .where(
        and(
          eq(emailChanges.organizationId, organizationId),
          eq(emailChanges.requestedByUserId, userId),
          ne(emailChanges.userId, userId),
          isNull(emailChanges.usedAt),
          gt(emailChanges.expiresAt, now),
        ),
      )
      .orderBy(asc(users.username), asc(emailChanges.id)),
  }
}
