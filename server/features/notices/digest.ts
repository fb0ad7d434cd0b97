import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { alertWorsenings, noticeDigests, organizations } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { findAlertsOfOthers } from '../recipient-groups/index.ts'
import type { Notice, Subject } from './notice.ts'

/** The rest is counted only. */
const maxListed = 100
/** Of a notification. */
const maxBrief = 5

/** What was held during quiet hours, in its state of now. No notice is sent if nothing of it is left. */
export const digestOf = (subjects: Readonly<Record<string, Subject>>): Subject => ({
  async find(tx, { organizationId, id }, { now, userId }) {
    const digest = await findDigest(tx, organizationId, id)
    if (digest === null || !isActive(digest, now)) return null
    const items = await itemsFor(tx, organizationId, userId, digest.items)
    const notices: Notice[] = []
    for (const { subject, id } of items.slice(0, maxListed)) {
      const notice = await subjects[subject]?.find(
        tx,
        { organizationId, id },
        { now, userId, showsEnd: true },
      )
      if (notice) notices.push(notice)
    }
    if (notices.length === 0) return null
    return describeDigest(digest, notices, Math.max(0, items.length - maxListed))
  },
})

/** Without the alerts of rules that notify a group in which the user is not. */
async function itemsFor(
  tx: Tx,
  organizationId: number,
  userId: number,
  items: readonly DigestItem[],
): Promise<DigestItem[]> {
  const idsOf = (name: string) => items.filter(({ subject }) => subject === name).map(({ id }) => id)
  const { id, alertId } = alertWorsenings
  const worsenings = await tx
    .select({ id, alertId })
    .from(alertWorsenings)
    .where(and(eq(alertWorsenings.organizationId, organizationId), inArray(id, idsOf('worsening'))))
  const alertOf = new Map(worsenings.map((each) => [each.id, each.alertId]))
  const alertIds = [...new Set([...idsOf('alert'), ...alertOf.values()])]
  const ofOthers = await findAlertsOfOthers(tx, organizationId, userId, alertIds)
  return items.filter((item) => {
    const alert = item.subject === 'worsening' ? alertOf.get(item.id) : item.id
    return alert === undefined || !['alert', 'worsening'].includes(item.subject) || !ofOthers.has(alert)
  })
}

async function findDigest(tx: Tx, organizationId: number, id: number) {
  const [row] = await tx
    .select({
      items: noticeDigests.items,
      fromAt: noticeDigests.fromAt,
      at: noticeDigests.at,
      timeZone: organizations.timeZone,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(noticeDigests)
    .innerJoin(organizations, eq(organizations.id, noticeDigests.organizationId))
    .where(and(eq(noticeDigests.organizationId, organizationId), eq(noticeDigests.id, id)))
  return row ?? null
}

type Digest = NonNullable<Awaited<ReturnType<typeof findDigest>>>
type DigestItem = Digest['items'][number]

function describeDigest({ timeZone, fromAt, at }: Digest, notices: readonly Notice[], more: number): Notice {
  const open = notices.filter(({ digest }) => digest?.isOver === false)
  const over = notices.filter(({ digest }) => digest?.isOver !== false)
  const lineOf = ({ title, digest }: Notice): Line => [title, digest?.text ?? '']
  const section = (label: string, some: readonly Notice[]): Line[] =>
    some.length === 0 ? [] : [[`【${label}】`, `${some.length}件`], ...some.map(lineOf)]
  const counts = [
    ...(open.length > 0 ? [`続いているもの ${open.length}件`] : []),
    ...(over.length > 0 ? [`終わったもの ${over.length}件`] : []),
  ]
  const rest = (n: number): Line[] => (n > 0 ? [['ほか', `${n}件`]] : [])
  const first = [...open, ...over].slice(0, maxBrief)
  return {
    title: `休止時間のまとめ: ${counts.join('、')}`,
    statement: `通知の休止時間が終わりました。${formatLocalTime(timeZone, fromAt)} から ${formatLocalTime(timeZone, at)} までのお知らせです。`,
    facts: [
      ...section('続いているもの', open),
      ...section('終わったもの・確認済みのもの', over),
      ...rest(more),
    ],
    brief: [...first.map(lineOf), ...rest(notices.length - first.length + more)],
    links: [
      ['アラート', `/alerts?tab=${open.length > 0 ? 'occurring' : 'past'}`],
      ['端末', '/devices'],
    ],
  }
}
