import { and, eq } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import { monthText } from '../../../text/monthText.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { closingReminders, memberships, organizations } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { findMissing, listCycles, reminderAt } from '../closings/index.ts'
import type { Notice, Subject } from './notice.ts'

/** What a month lacks before it is closed: for administrators all of it, for others the meters they are in charge of. */
export const closing: Subject = {
  async find(tx, { organizationId, id }, { now, userId }) {
    const facts = await findFacts(tx, organizationId, { id, now, userId })
    return facts && describeClosing(facts, userId)
  },
}

type ClosingFacts = NonNullable<Awaited<ReturnType<typeof findFacts>>>

/** Null once its day or its month is over. */
async function findFacts(
  tx: Tx,
  organizationId: number,
  { id, now, userId }: { id: number; now: Date; userId: number },
) {
  const [row] = await tx
    .select({
      cycleId: closingReminders.cycleId,
      month: closingReminders.month,
      daysBefore: closingReminders.daysBefore,
      timeZone: organizations.timeZone,
      status: organizations.status,
      expireAt: organizations.expireAt,
      role: memberships.role,
    })
    .from(closingReminders)
    .innerJoin(organizations, eq(organizations.id, closingReminders.organizationId))
    .innerJoin(
      memberships,
      and(
        eq(memberships.organizationId, organizations.id),
        eq(memberships.userId, userId),
        eq(memberships.isClosingNotice, true),
      ),
    )
    .where(and(eq(closingReminders.organizationId, organizationId), eq(closingReminders.id, id)))
  if (row === undefined || !isActive(row, now)) return null
  const { month, daysBefore, timeZone } = row
  const [cycle] = await listCycles(tx, organizationId, row.cycleId)
  if (cycle === undefined) return null
  const due = reminderAt(timeZone, cycle, now)
  if (due?.month !== month || due.daysBefore !== daysBefore) return null
  const isOffice = row.role >= role.admin
  // Of the others' meters an inspector is told nothing, so nothing is computed.
  const asked = { month, now, assigneeId: isOffice ? null : userId }
  const { meters, awaited, closesAt } = await findMissing(tx, { organizationId, timeZone }, cycle, asked)
  if (meters.length === 0) return null
  return { cycle, month, timeZone, closesAt, isOffice, awaited: isOffice ? awaited : 0, meters }
}

const day = 86_400_000
const maxNames = 10
const labels = { missing: '未検針', review: '要確認' } as const
type State = keyof typeof labels

const ofState = ({ meters }: ClosingFacts, state: State) => meters.filter((meter) => meter.state === state)

const present = (facts: ClosingFacts) =>
  (['missing', 'review'] as const).filter((state) => ofState(facts, state).length > 0)

function meterLine(facts: ClosingFacts, state: State): Line {
  const meters = ofState(facts, state)
  const names = meters.slice(0, maxNames).map(({ name }) => name)
  const more = meters.length - names.length
  return [labels[state], `${meters.length}件（${names.join('、')}${more > 0 ? ` ほか${more}件` : ''}）`]
}

/** Midnight belongs to the day that it ends. */
function closingTimeText({ timeZone, closesAt }: ClosingFacts): string {
  const text = formatLocalTime(timeZone, closesAt)
  if (!text.endsWith(' 00:00')) return text
  return formatLocalTime(timeZone, new Date(closesAt.getTime() - 1)).replace(/\d\d:\d\d$/, '24:00')
}

const lacks: Record<State, string> = {
  missing: 'まだ検針していないメーター',
  review: '確認が必要なメーター',
}

function linesOf(facts: ClosingFacts): Line[] {
  const { cycle, timeZone, closesAt, awaited, month } = facts
  const from = new Date(closesAt.getTime() - cycle.roundToleranceDays * day)
  return [
    ['対象年月', monthText(month)],
    ['締め日時', closingTimeText(facts)],
    ...present(facts).map((state) => meterLine(facts, state)),
    ...(awaited > 0
      ? ([['端末の測定待ち', `${awaited}件（締め日時までに届く予定です）`]] satisfies Line[])
      : []),
    ['締めに使う検針', `${formatLocalTime(timeZone, from)} 以降のもの`],
  ]
}

const describeClosing = (facts: ClosingFacts, userId: number): Notice => {
  const { cycle, month, isOffice } = facts
  const counts = present(facts).map((state) => `${labels[state]} ${ofState(facts, state).length}件`)
  const lacking = present(facts).map((state) => lacks[state])
  const board: Line = ['締め', `/closings?cycle=${cycle.id}&month=${month}`]
  return {
    title: `「${cycle.name}」${monthText(month)}の締め: ${counts.join('、')}`,
    statement: `検針サイクル「${cycle.name}」の締め日時が近づいています。${isOffice ? '' : '担当する点検グループに、'}${lacking.join('と')}があります。`,
    facts: linesOf(facts),
    links: isOffice ? [board] : [['点検ルート', '/rounds'], board],
    chosenId: userId,
  }
}
