import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { noticeDigests, organizations } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
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
    const notices: Notice[] = []
    for (const { subject, id } of digest.items.slice(0, maxListed)) {
      const notice = await subjects[subject]?.find(
        tx,
        { organizationId, id },
        { now, userId, showsEnd: true },
      )
      if (notice) notices.push(notice)
    }
    if (notices.length === 0) return null
    return describeDigest(digest, notices, Math.max(0, digest.items.length - maxListed))
  },
})

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
