import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { alerts, organizations, users } from '../../db/schema.ts'
import type { NoticeRef } from '../../queue/job-types.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { alert } from './alert.ts'
import { durationText } from './device-facts.ts'
import type { Subject } from './notice.ts'

/**
 * An alert of which people are told again, because nobody has confirmed it. Once somebody has, or it is over, no notice
 * is sent.
 */
export const reminder: Subject = {
  async find(tx, ref, options) {
    const unconfirmed = await findUnconfirmed(tx, ref)
    const notice = unconfirmed && (await alert.find(tx, ref, { ...options, showsEnd: true }))
    if (!unconfirmed?.toldAt || !notice) return null
    const { toldAt, timeZone, assignee, escalatedTo } = unconfirmed
    const time = durationText(toldAt, options.now)
    return {
      ...notice,
      title: `【再通知】${notice.title}（${time}未確認）`,
      statement: `${notice.statement}最初のお知らせから${time}、確認されていません。`,
      facts: [
        ...notice.facts,
        ['最初のお知らせ', formatLocalTime(timeZone, toldAt)],
        ['担当', assignee ?? 'なし'],
        ...(escalatedTo === null ? [] : [['通知先グループ', escalatedTo.name] satisfies [string, string]]),
      ],
    }
  },
}

async function findUnconfirmed(tx: Tx, { organizationId, id }: Pick<NoticeRef, 'organizationId' | 'id'>) {
  const [row] = await tx
    .select({
      toldAt: alerts.toldAt,
      escalatedTo: alerts.escalatedTo,
      assignee: users.username,
      timeZone: organizations.timeZone,
    })
    .from(alerts)
    .innerJoin(organizations, eq(organizations.id, alerts.organizationId))
    .leftJoin(users, eq(users.id, alerts.assigneeUserId))
    .where(and(eq(alerts.organizationId, organizationId), eq(alerts.id, id), eq(alerts.isAlert, true)))
  return row ?? null
}
