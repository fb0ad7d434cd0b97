import { eq, sql } from 'drizzle-orm'
import type { AlertReminderFields, AlertReminders } from '../../../contract/alert-rules/alertReminders.ts'
import { escalationText, repeatText } from '../../../text/alertRemindersText.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { alertReminders, organizations, recipientGroups } from '../../db/schema.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { lockRecipientGroup, memberCount } from '../recipient-groups/index.ts'

/** When people of an organization are told again of alerts that nobody confirms. */
export async function findReminders(tx: Tx, organizationId: number): Promise<AlertReminders> {
  const [row] = await tx
    .select({
      minutes: alertReminders.escalationMinutes,
      groupId: recipientGroups.id,
      groupName: recipientGroups.name,
      memberCount: memberCount(sql`${alertReminders.escalationGroupId}`),
      repeatHours: alertReminders.repeatHours,
    })
    .from(alertReminders)
    .leftJoin(recipientGroups, eq(recipientGroups.id, alertReminders.escalationGroupId))
    .where(eq(alertReminders.organizationId, organizationId))
  if (row === undefined) return { escalation: null, repeat_hours: null }
  const { minutes, groupId, groupName, repeatHours } = row
  const isEscalated = minutes !== null && groupId !== null && groupName !== null
  return {
    escalation: isEscalated
      ? { minutes, recipient_group: { id: groupId, name: groupName, member_count: row.memberCount } }
      : null,
    repeat_hours: repeatHours,
  }
}

export async function changeReminders(
  tx: Tx,
  session: Session,
  { escalation, repeat_hours: repeatHours }: AlertReminderFields,
  at: Date,
): Promise<AlertReminders> {
  const { organizationId } = session
  // Changes follow each other, also where there is no row yet.
  const [organization] = await tx
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
  if (organization === undefined) throw new Error('a session has no organization')
  if (escalation !== null && !(await lockRecipientGroup(tx, organizationId, escalation.recipient_group_id)))
    throw new Failure('reference_unknown', {
      issues: [{ path: 'escalation.recipient_group_id', message: '通知先グループが見つかりません' }],
    })
  const before = await findReminders(tx, organizationId)
  const [old] = await tx
    .select()
    .from(alertReminders)
    .where(eq(alertReminders.organizationId, organizationId))
  const columns = {
    escalationMinutes: escalation?.minutes ?? null,
    escalationGroupId: escalation?.recipient_group_id ?? null,
    escalationFrom: escalation && (old?.escalationFrom ?? at),
    repeatHours,
    repeatFrom: repeatHours === null ? null : (old?.repeatFrom ?? at),
  }
  await tx
    .insert(alertReminders)
    .values({ organizationId, ...columns })
    .onConflictDoUpdate({ target: alertReminders.organizationId, set: columns })
  const after = await findReminders(tx, organizationId)
  const change = changedFields(fieldsOf(before), fieldsOf(after))
  if (Object.keys(change.after).length > 0)
    await recordAudit(tx, session, {
      noun: 'organization',
      subjectId: organization.id,
      subjectName: organization.name,
      action: 'update',
      ...change,
      at,
    })
  return after
}

/** As people read it. */
const fieldsOf = ({ escalation, repeat_hours: hours }: AlertReminders) => ({
  alertEscalation: escalation && escalationText(escalation.minutes, escalation.recipient_group.name),
  alertRepeat: hours === null ? null : repeatText(hours),
})
