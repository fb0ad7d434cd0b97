import { userEndpoints } from '../../../../contract/users.ts'
import { Failure } from '../../../api/call.ts'
import { findMember, listMembers, lockRoles, updateMemberWithin } from '../../users/index.ts'
import { recordsTarget, type StoredRecord } from './bulk-records.ts'

const recordOf = (member: Awaited<ReturnType<typeof listMembers>>[number]): StoredRecord => ({
  name: member.username,
  fields: {
    role: member.role,
    is_alert_mail: member.isAlertMail,
    is_closing_notice: member.isClosingNotice,
    white_ips: member.whiteIps?.join(',') ?? null,
  },
})

const refused = (path: string, message: string) => new Failure('forbidden', { issues: [{ path, message }] })

/** Roles, notices and addresses of many members, never of oneself. Applied in the transaction of the owner of the tables. */
export const bulkUsers = recordsTarget({
  async list({ tx, session }) {
    const members = await listMembers(tx, session.organizationId, session.role)
    return new Map(members.map((member) => [member.id, recordOf(member)]))
  },
  check({ session }, id, _record, change) {
    if (id === session.userId) throw refused('ids', '自分自身はまとめて変更できません')
    if (Number(change['role'] ?? 0) > session.role) throw refused('role', '自分より上の権限は設定できません')
  },
  change: ({ parts, session, tx }, id, change) =>
    updateMemberWithin(
      session,
      tx,
      id,
      userEndpoints.updateMember.body.parse(change),
      parts.clock(),
      // Its own addresses the caller does not change.
      null,
    ),
  async find({ session, tx }, id) {
    await lockRoles(tx)
    const member = await findMember(tx, session.organizationId, id)
    return member && member.role <= session.role ? recordOf(member) : null
  },
})
