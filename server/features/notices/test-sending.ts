import type { TestDelivery } from '../../../contract/alert-rules/recipientGroups.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { findRecipient } from '../push/index.ts'
import { findRecipientGroup, recordTest } from '../recipient-groups/index.ts'
import type { Notice } from './notice.ts'
import { sendNow } from './send-now.ts'

/** Test messages that one member gets a minute. */
const maxTests = 3

/** 試し送信: notifies each member at once, as an alert would. */
export async function testGroup(deps: Deps, session: Session, id: number): Promise<TestDelivery[]> {
  const { organizationId, userId, timeZone } = session
  const at = deps.clock()
  const { group, members, sender } = await deps.database.inOrganization(
    organizationId,
    userId,
    async (tx) => {
      const found = await findRecipientGroup(tx, organizationId, id)
      for (const member of found.members) {
        const { count, endsIn } = deps.counts.add(`recipient-test ${organizationId} ${member.id}`, maxTests)
        if (count > maxTests) throw new Failure('too_many_requests', { retryAfter: endsIn / 1000 })
      }
      await recordTest(session, tx, found, at)
      return { ...found, sender: await findRecipient(tx, organizationId, userId, { wanted: false }) }
    },
  )
  const notice: Notice = {
    title: '試し送信',
    statement: `通知先グループ「${group.name}」への試し送信です。アラートは発生していません。`,
    facts: [
      ['通知先グループ', group.name],
      ['送信した人', sender?.username ?? ''],
      ['送信日時', formatLocalTime(timeZone, at)],
    ],
    links: [['通知先グループ', '/alert-rules?tab=recipients']],
  }
  const ref = { organizationId, subject: 'test', id }
  const userIds = members.map((member) => member.id)
  const outcomes = await sendNow(deps, ref, notice, userIds)
  return members.map(({ id: memberId, username }) => ({
    user_id: memberId,
    username,
    mail: 'unwanted',
    notification: 'none',
    ...outcomes.get(memberId),
  }))
}
