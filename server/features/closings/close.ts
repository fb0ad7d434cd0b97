import { and, eq, inArray } from 'drizzle-orm'
import { maxIssues } from '../../../contract/calls/errors.ts'
import type { ClosingCheck } from '../../../contract/closing/checks.ts'
import { addMonths, closingDateOf } from '../../../contract/closing/closingDates.ts'
import { type ClosingCreate, needsReason, type OpenState } from '../../../contract/closing/closings.ts'
import { closingRules } from '../../../contract/closing/periodUsage.ts'
import { monthText } from '../../../text/monthText.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeters } from '../../db/meter-lock.ts'
import { closingMeters, closings, meters } from '../../db/schema.ts'
import { recordAudit } from '../audit/index.ts'
import { type OpenMeter, openMeters } from './board.ts'
import { lockCycle } from './cycles.ts'
import { closingAt } from './periods.ts'
import type { CycleRow } from './repository.ts'
import { type ClosingRow, listClosings, snapshotsOf } from './snapshots.ts'

/** Rows of one INSERT, which has at most 65,535 parameters. */
const chunkSize = 1000

/** Closes a month, or closes it again as its next version. */
export async function closeMonth(
  session: Session,
  tx: Tx,
  id: number,
  sent: ClosingCreate,
  now: Date,
): Promise<ClosingRow> {
  const { organizationId } = session
  const cycle = await lockCycle(tx, organizationId, id)
  const closed = await listClosings(tx, organizationId, id)
  const latest = closed.find(({ month }) => month === sent.month)
  assertNext(sent, closed, latest)
  const toAt = latest?.toAt ?? new Date(closingAt(session.timeZone, cycle, sent.month))
  const before = closed.find(({ month }) => month === addMonths(sent.month, -1))
  const fromAt =
    latest?.fromAt ?? before?.toAt ?? new Date(closingAt(session.timeZone, cycle, addMonths(sent.month, -1)))
  if (toAt > now) throw refused('month', '締め日時を過ぎていません')
  const rows = await lockedMeters(session, tx, { cycle, month: sent.month, latest })
  if (rows.length === 0) throw refused('month', '締めるメーターがありません')
  const reasons = reasonsOf(sent, rows)
  const [closing] = await tx
    .insert(closings)
    .values({
      organizationId,
      cycleId: id,
      month: sent.month,
      version: sent.version,
      closingDate: latest?.closingDate ?? closingDateOf(sent.month, cycle.closingDay),
      fromAt,
      toAt,
      deviceToleranceHours: (latest ?? cycle).deviceToleranceHours,
      roundToleranceDays: (latest ?? cycle).roundToleranceDays,
      rules: closingRules,
      meterCount: rows.length,
      closedAt: now,
      userId: session.userId,
      reason: latest === undefined ? null : sent.reason,
    })
    .returning()
  if (closing === undefined) throw new Error('a month was not closed')
  const snapshots = rows.map((row) => snapshotOf(row, closing, reasons.get(row.period.meterId) ?? null))
  for (let from = 0; from < snapshots.length; from += chunkSize)
    await tx.insert(closingMeters).values(snapshots.slice(from, from + chunkSize))
  await record(session, tx, { closing, cycle, rows, reasons })
  return { ...closing, username: session.username }
}

const refused = (path: string, message: string) =>
  new Failure('validation_failed', { issues: [{ path, message }] })

/** Refuses a month that is closed already, one that leaves a gap, and one that is closed again without a reason. */
function assertNext(
  { month, version, reason }: ClosingCreate,
  closed: readonly ClosingRow[],
  latest: ClosingRow | undefined,
): void {
  const next = (latest?.version ?? 0) + 1
  if (version !== next) {
    const state = latest === undefined ? 'まだ締めていません' : `第${latest.version}版まで締めています`
    throw refused('version', `${state}。次は第${next}版です`)
  }
  if (latest !== undefined) {
    if (reason === undefined) throw refused('reason', '再締めの理由を入力してください')
    return
  }
  if (closed.length === 0 || closed.some((each) => each.month === addMonths(month, -1))) return
  const following = addMonths(closed[0]?.month ?? month, 1)
  throw refused('month', `次に締めるのは${monthText(following)}です`)
}

/** Locks the meters, so that no reading of them changes until the month is closed. */
async function lockedMeters(
  session: Session,
  tx: Tx,
  { cycle, month, latest }: { cycle: CycleRow; month: string; latest: ClosingRow | undefined },
): Promise<OpenMeter[]> {
  const meterIds =
    latest === undefined
      ? cycle.meterIds
      : (await snapshotsOf(tx, session.organizationId, latest.id)).map(({ meterId }) => meterId)
  await lockMeters(
    tx,
    and(eq(meters.organizationId, session.organizationId), inArray(meters.id, [...meterIds])),
  )
  return openMeters(tx, session, month, {
    cycles: new Map(meterIds.map((id) => [id, cycle])),
    closes: ({ snapshot }) =>
      (snapshot?.closing.cycleId ?? null) === (latest === undefined ? null : cycle.id),
  })
}

const checkTexts: Record<ClosingCheck, string> = {
  previous: '前月比',
  last_year: '前年同月比',
  zero: '使用量0',
  parent: '親子差',
  backwards: '逆回り',
  estimated_twice: '2回続けて推定',
  verification_expired: '検定有効期限切れ',
}

const stateTexts: Record<OpenState, string> = {
  missing: '未検針',
  review: '要確認',
  estimated: '推定',
  confirmed: '確定',
}

/** Returns the reasons by meter. Refuses open meters without one. */
function reasonsOf({ exceptions }: ClosingCreate, rows: readonly OpenMeter[]): Map<number, string> {
  const ids = new Set(rows.map(({ period }) => period.meterId))
  const unknown = exceptions.findIndex((each) => !ids.has(each.meter_id))
  if (unknown >= 0) throw refused(`exceptions.${unknown}.meter_id`, 'この月に締めるメーターではありません')
  const reasons = new Map(exceptions.map((each) => [each.meter_id, each.reason]))
  const open = rows.filter(
    ({ period: { now, meterId }, checks }) =>
      needsReason({ state: now.state, checks }) && !reasons.has(meterId),
  )
  if (open.length === 0) return reasons
  const issues = open.slice(0, maxIssues).map((row) => ({
    path: 'exceptions',
    message: `「${codedName(row)}」（${whyOpen(row)}）を締める理由を入力してください`,
  }))
  throw new Failure('validation_failed', { issues })
}

const codedName = ({ meterCode, meterName }: OpenMeter) =>
  meterCode === null ? meterName : `${meterCode} ${meterName}`

const whyOpen = ({ period: { now }, checks }: OpenMeter) =>
  [
    ...(needsReason({ state: now.state, checks: [] }) ? [stateTexts[now.state]] : []),
    ...checks.map(({ check }) => checkTexts[check]),
  ].join('、')

function snapshotOf(
  { period, meterName, checks, allocation }: OpenMeter,
  { id: closingId, organizationId, month, version }: typeof closings.$inferSelect,
  reason: string | null,
): typeof closingMeters.$inferInsert {
  const { state, mark, usage, adjustment, days, start, end, segments } = period.now
  const { meterId, fromAt } = period
  return {
    closingId,
    organizationId,
    meterId,
    month,
    version,
    meterName,
    fromAt: new Date(fromAt),
    state,
    mark,
    usage,
    adjustment,
    days,
    start,
    end,
    segments,
    checks,
    allocation,
    reason,
  }
}

const record = (
  session: Session,
  tx: Tx,
  {
    closing,
    cycle,
    rows,
    reasons,
  }: {
    closing: typeof closings.$inferSelect
    cycle: CycleRow
    rows: readonly OpenMeter[]
    reasons: ReadonlyMap<number, string>
  },
): Promise<void> =>
  recordAudit(tx, session, {
    noun: 'closing',
    subjectId: closing.id,
    subjectName: `${cycle.name} ${monthText(closing.month)}`,
    action: 'create',
    before: {},
    after: {
      version: closing.version,
      reason: closing.reason,
      exceptions: rows.flatMap((row) => {
        const reason = reasons.get(row.period.meterId)
        return reason === undefined ? [] : [`${codedName(row)}: ${reason}`]
      }),
    },
    at: closing.closedAt,
  })
