import { and, eq } from 'drizzle-orm'
import type { PushMessage } from '../../../contract/push.ts'
import type { Tx } from '../../db/client.ts'
import { inspections, organizations, rounds } from '../../db/schema.ts'
import type { Mail } from '../../mail/mailer.ts'
import { type Line, noticeMail } from '../../mail/notice.ts'
import type { RoundRef } from '../../queue/job-queue.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { isActive } from '../organizations/index.ts'
import { meterIdsOf } from './count-rounds.ts'
import { listGroups, visitedMeters } from './repository.ts'
import { countsOf, isLeft, stopsOf } from './stops.ts'

export type RoundFacts = NonNullable<Awaited<ReturnType<typeof findRoundFacts>>>

/** What is told of a missed round, as it is now; null where it is gone or its organization inactive. */
export async function findRoundFacts(tx: Tx, { organizationId, roundId }: RoundRef, now: Date) {
  const [row] = await tx
    .select({
      round: rounds,
      name: inspections.name,
      timeZone: organizations.timeZone,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(rounds)
    .innerJoin(inspections, eq(inspections.id, rounds.inspectionId))
    .innerJoin(organizations, eq(organizations.id, rounds.organizationId))
    .where(and(eq(rounds.organizationId, organizationId), eq(rounds.id, roundId)))
  if (row === undefined || row.round.dueAt === null || !isActive(row, now)) return null
  const { round, name, timeZone } = row
  const groups = await listGroups(tx, organizationId, round.inspectionId)
  const visited = await visitedMeters(tx, organizationId, groups, round.inspectionId)
  const [stops = []] = await stopsOf(tx, organizationId, [
    { ...round, meterIds: meterIdsOf(round, { visited }) },
  ])
  return {
    roundId,
    name,
    timeZone,
    dueAt: row.round.dueAt,
    assignee: groups[0]?.assignee ?? null,
    ...countsOf(stops),
    left: stops.filter(isLeft).map((stop) => stop.meter_name),
  }
}

const maxNames = 10

function factsOf({ timeZone, dueAt, assignee, left, ...counts }: RoundFacts): Line[] {
  const { planned, captured, skipped, remaining } = counts
  const more = left.length - maxNames
  return [
    ['予定の時刻', formatLocalTime(timeZone, dueAt)],
    ['進み具合', `予定 ${planned} = 撮影 ${captured} + スキップ ${skipped} + 残り ${remaining}`],
    ...(remaining === 0
      ? []
      : ([
          ['残り', `${left.slice(0, maxNames).join('、')}${more > 0 ? ` ほか${more}件` : ''}`],
        ] satisfies Line[])),
    ['担当者', assignee?.username ?? 'なし'],
  ]
}

/** A mail may be late: it tells the state at the time of writing. */
const statementOf = ({ name, remaining }: RoundFacts) =>
  remaining === 0
    ? `点検ルート「${name}」が予定の時刻までに終わっていませんでした。現在は終わっています。`
    : `点検ルート「${name}」が予定の時刻までに終わっていません。`

const titleOf = ({ name, remaining }: RoundFacts) =>
  remaining === 0
    ? `点検ルート「${name}」が終わりました（予定の時刻の後）`
    : `点検ルート「${name}」が予定の時刻までに終わっていません`

const path = '/rounds'

export const roundMail = (
  round: RoundFacts,
  recipient: { username: string; email: string },
  options: { publicUrl: string | undefined; instead: boolean },
): Mail =>
  noticeMail(
    {
      subject: `【検針】${titleOf(round)}`,
      statement: statementOf(round),
      facts: factsOf(round),
      links: [['点検ルート', path]],
    },
    recipient,
    options,
  )

export const roundPushMessage = (round: RoundFacts): PushMessage => ({
  title: titleOf(round),
  body: factsOf(round)
    .map(([label, fact]) => `${label}: ${fact}`)
    .join('\n'),
  tag: `round-${round.roundId}`,
  url: path,
})
