import { and, eq } from 'drizzle-orm'
import type { RecipientGroupFields } from '../../../contract/alert-rules/recipientGroups.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { alertReminders, recipientGroupMembers, recipientGroups } from '../../db/schema.ts'
import { assertNameIsUnique } from '../../unique-name.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import {
  findPossibleMembers,
  listRecipientGroups,
  listRecipientGroupsOf,
  type RecipientGroupRow,
} from './repository.ts'

const message = '同じ名前の通知先グループがあります'

const isGroup = (organizationId: number, id: number) =>
  and(eq(recipientGroups.organizationId, organizationId), eq(recipientGroups.id, id))

export async function findRecipientGroup(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<RecipientGroupRow> {
  const [row] = await listRecipientGroups(tx, organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return row
}

export async function createRecipientGroup(
  session: Session,
  tx: Tx,
  { name, member_ids: memberIds }: RecipientGroupFields,
  at: Date,
): Promise<RecipientGroupRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, recipientGroups, organizationId, { name, except: null, message })
  await assertMembers(tx, organizationId, memberIds)
  const [added] = await tx
    .insert(recipientGroups)
    .values({ organizationId, name, createdAt: at, updatedAt: at })
    .returning({ id: recipientGroups.id })
  if (added === undefined) throw new Error('a recipient group was not inserted')
  await addMembers(tx, organizationId, added.id, memberIds)
  const row = await findRecipientGroup(tx, organizationId, added.id)
  await record(session, tx, row, { action: 'create', before: {}, after: fieldsOf(row), at })
  return row
}

export async function updateRecipientGroup(
  session: Session,
  tx: Tx,
  id: number,
  { name, member_ids: memberIds }: RecipientGroupFields,
  at: Date,
): Promise<RecipientGroupRow> {
  const { organizationId } = session
  await assertNameIsUnique(tx, recipientGroups, organizationId, { name, except: id, message })
  const before = await lockRecipientGroup(tx, organizationId, id)
  await assertMembers(tx, organizationId, memberIds)
  await tx.update(recipientGroups).set({ name, updatedAt: at }).where(isGroup(organizationId, id))
  await tx
    .delete(recipientGroupMembers)
    .where(
      and(eq(recipientGroupMembers.organizationId, organizationId), eq(recipientGroupMembers.groupId, id)),
    )
  await addMembers(tx, organizationId, id, memberIds)
  const row = await findRecipientGroup(tx, organizationId, id)
  await recordUpdate(session, tx, before, row, at)
  return row
}

/** No rule begins to name the group while it is locked. */
export async function deleteRecipientGroup(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const row = await lockRecipientGroup(tx, organizationId, id)
  if (row.rules.length > 0) {
    const names = row.rules.slice(0, 3).map(({ name }) => `「${name}」`)
    const more = row.rules.length - names.length
    const used = `アラートルール${names.join('')}${more > 0 ? `ほか${more}件` : ''}の通知先になっているため削除できません。ルールの通知先を先に変更してください`
    throw new Failure('master_in_use', { issues: [{ path: 'id', message: used }] })
  }
  if ((await tx.$count(alertReminders, eq(alertReminders.escalationGroupId, id))) > 0) {
    const used =
      '確認されないアラートの通知先になっているため削除できません。ユーザー設定で通知先を先に変更してください'
    throw new Failure('master_in_use', { issues: [{ path: 'id', message: used }] })
  }
  await tx.delete(recipientGroups).where(isGroup(organizationId, id))
  await record(session, tx, row, { action: 'delete', before: fieldsOf(row), after: {}, at })
}

/** Removes a user from all groups, before the membership ends. */
export async function leaveRecipientGroups(
  session: Session,
  tx: Tx,
  userId: number,
  at: Date,
): Promise<void> {
  const { organizationId } = session
  const groups = await listRecipientGroupsOf(tx, organizationId, userId)
  await tx
    .delete(recipientGroupMembers)
    .where(
      and(eq(recipientGroupMembers.organizationId, organizationId), eq(recipientGroupMembers.userId, userId)),
    )
  for (const group of groups) {
    const members = group.members.filter(({ id }) => id !== userId)
    await recordUpdate(session, tx, group, { ...group, members }, at)
  }
}

export async function recordTest(session: Session, tx: Tx, row: RecipientGroupRow, at: Date): Promise<void> {
  const { members } = fieldsOf(row)
  await record(session, tx, row, { action: 'test', before: {}, after: { members }, at })
}

async function lockRecipientGroup(tx: Tx, organizationId: number, id: number): Promise<RecipientGroupRow> {
  await tx
    .select({ id: recipientGroups.id })
    .from(recipientGroups)
    .where(isGroup(organizationId, id))
    .for('update')
  return findRecipientGroup(tx, organizationId, id)
}

async function assertMembers(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<void> {
  const left = new Set((await findPossibleMembers(tx, organizationId, userIds)).map(({ id }) => id))
  for (const [index, userId] of userIds.entries()) {
    if (left.delete(userId)) continue
    const isTwice = userIds.indexOf(userId) < index
    throw new Failure(isTwice ? 'validation_failed' : 'reference_unknown', {
      issues: [
        {
          path: `member_ids.${index}`,
          message: isTwice ? 'メンバーが重複しています' : 'この組織のユーザーではありません',
        },
      ],
    })
  }
}

async function addMembers(tx: Tx, organizationId: number, groupId: number, userIds: readonly number[]) {
  await tx
    .insert(recipientGroupMembers)
    .values(userIds.map((userId) => ({ organizationId, groupId, userId })))
}

/** As people read it. */
const fieldsOf = ({ group, members }: RecipientGroupRow) => ({
  name: group.name,
  members: members.map(({ username }) => username),
})

async function recordUpdate(
  session: Session,
  tx: Tx,
  before: RecipientGroupRow,
  after: RecipientGroupRow,
  at: Date,
) {
  const change = changedFields(fieldsOf(before), fieldsOf(after))
  if (Object.keys(change.after).length > 0)
    await record(session, tx, after, { action: 'update', ...change, at })
}

const record = (
  session: Session,
  tx: Tx,
  { group: { id, name } }: RecipientGroupRow,
  change: Pick<Parameters<typeof recordAudit>[2], 'action' | 'before' | 'after' | 'at'>,
): Promise<void> =>
  recordAudit(tx, session, { noun: 'recipient-group', subjectId: id, subjectName: name, ...change })
