import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import type { Tx } from '../../db/client.ts'
import {
  alertRuleCases,
  alertRules,
  alerts,
  memberships,
  recipientGroupMembers,
  recipientGroups,
  users,
} from '../../db/schema.ts'

interface Named {
  id: number
  name: string
}

export type RecipientGroupRow = Awaited<ReturnType<typeof listRecipientGroups>>[number]

/** The members of a group. System administrators are shown to each other only, so that they are members of none. */
const membersOf = (groupId: SQL) => sql`
  recipient_group_members as named join memberships as member on member.user_id = named.user_id
    and member.organization_id = named.organization_id and member.role <> ${role.system}
  where named.group_id = ${groupId}`

export const memberCount = (groupId: SQL) => sql<number>`(select count(*)::int from ${membersOf(groupId)})`

/** Members whom alerts reach, by their own settings. */
export const reachedCount = (groupId: SQL) =>
  sql<number>`(
    select count(*)::int from ${membersOf(groupId)} and (member.is_alert_mail or exists (
      select from push_subscriptions as browser
      where browser.organization_id = member.organization_id and browser.user_id = member.user_id)))`

const groupId = sql`recipient_groups.id`

/** Groups by their names, or one of them. */
export const listRecipientGroups = (tx: Tx, organizationId: number, id?: number) =>
  tx
    .select({
      group: recipientGroups,
      members: sql<{ id: number; username: string }[]>`coalesce((
        select json_agg(json_build_object('id', person.id, 'username', person.username)
          order by person.username, person.id)
        from users as person where person.id in (select member.user_id from ${membersOf(groupId)})), '[]')`,
      reachedCount: reachedCount(groupId),
      rules: sql<Named[]>`coalesce((
        select json_agg(json_build_object('id', rule.id, 'name', rule.name) order by rule.name, rule.id)
        from alert_rules as rule where rule.recipient_group_id = ${groupId}), '[]')`,
    })
    .from(recipientGroups)
    .where(
      and(
        eq(recipientGroups.organizationId, organizationId),
        id === undefined ? undefined : eq(recipientGroups.id, id),
      ),
    )
    .orderBy(recipientGroups.name, recipientGroups.id)

/** Those of these users who may be members of a group. */
export const findPossibleMembers = (tx: Tx, organizationId: number, userIds: readonly number[]) =>
  tx
    .select({ id: users.id, username: users.username })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        inArray(memberships.userId, [...userIds]),
        ne(memberships.role, role.system),
      ),
    )

/** The groups that a user is in. */
export async function listRecipientGroupsOf(
  tx: Tx,
  organizationId: number,
  userId: number,
): Promise<RecipientGroupRow[]> {
  const groups = await listRecipientGroups(tx, organizationId)
  return groups.filter(({ members }) => members.some(({ id }) => id === userId))
}

/** Returns whom a rule notifies, or null for everybody who wants alerts: it names no group, or an empty one. */
export async function findRecipients(
  tx: Tx,
  organizationId: number,
  ruleId: number,
): Promise<number[] | null> {
  const rows = await tx
    .select({ userId: memberships.userId })
    .from(alertRules)
    .innerJoin(recipientGroupMembers, eq(recipientGroupMembers.groupId, alertRules.recipientGroupId))
    .innerJoin(
      memberships,
      and(
        eq(memberships.userId, recipientGroupMembers.userId),
        eq(memberships.organizationId, recipientGroupMembers.organizationId),
        ne(memberships.role, role.system),
      ),
    )
    .where(and(eq(alertRules.organizationId, organizationId), eq(alertRules.id, ruleId)))
  return rows.length === 0 ? null : rows.map(({ userId }) => userId)
}

/** Returns those of these alerts whose rule notifies a group without this user, who was not told of them either. */
export async function findAlertsOfOthers(
  tx: Tx,
  organizationId: number,
  userId: number,
  alertIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const members = membersOf(sql`${alertRules.recipientGroupId}`)
  const rows = await tx
    .select({ id: alerts.id })
    .from(alerts)
    .innerJoin(alertRuleCases, eq(alertRuleCases.id, alerts.ruleCaseId))
    .innerJoin(alertRules, eq(alertRules.id, alertRuleCases.ruleId))
    .where(
      and(
        eq(alerts.organizationId, organizationId),
        inArray(alerts.id, [...alertIds]),
        sql`exists (select from ${members})`,
        sql`not exists (select from ${members} and member.user_id = ${userId})`,
        sql`not coalesce(${alertRuleCases.toldUserIds} @> to_jsonb(${userId}::bigint), false)`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Keeps the group from being deleted until something names it. Returns whether it exists. */
export async function lockRecipientGroup(tx: Tx, organizationId: number, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: recipientGroups.id })
    .from(recipientGroups)
    .where(and(eq(recipientGroups.organizationId, organizationId), eq(recipientGroups.id, id)))
    .for('key share')
  return rows.length > 0
}
