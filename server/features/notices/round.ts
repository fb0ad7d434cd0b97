import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { inspections, organizations, rounds } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { stateOfRound } from '../rounds/index.ts'
import type { Notice, Subject } from './notice.ts'

/** A missed round. */
export const round: Subject = {
  async find(tx, { organizationId, id }, { now }) {
    const facts = await findFacts(tx, organizationId, id, now)
    return facts && describeRound(facts)
  },
}

type RoundFacts = NonNullable<Awaited<ReturnType<typeof findFacts>>>

async function findFacts(tx: Tx, organizationId: number, roundId: number, now: Date) {
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
  return { name, timeZone, dueAt: row.round.dueAt, ...(await stateOfRound(tx, organizationId, round)) }
}

const maxNames = 10

function linesOf({ timeZone, dueAt, assignee, left, ...counts }: RoundFacts): Line[] {
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

export const describeRound = (round: RoundFacts): Notice => ({
  title: titleOf(round),
  statement: statementOf(round),
  facts: linesOf(round),
  links: [['点検ルート', '/rounds']],
  chosenId: round.assignee?.id ?? null,
})
