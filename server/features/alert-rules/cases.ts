import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { ReadingPosition, RuleCase } from '../../../contract/alert-rules/engine.ts'
import type { CaseChanges, StoredCase } from '../../../contract/alert-rules/judgeAgain.ts'
import type { Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import { alertRuleCases, alertRules } from '../../db/schema.ts'
import type { AnnouncedAlert } from '../../queue/job-queue.ts'
import { announcementsOf, openAlerts } from './case-alerts.ts'
import type { RuleOfMeter } from './meter-rules.ts'

const isOf = (meter: MeterKey) =>
  and(eq(alertRuleCases.organizationId, meter.organizationId), eq(alertRuleCases.meterId, meter.id))

/** Returns the cases of a meter and rule that were not closed before a position, by their beginning. Null: all. */
export async function findCases(
  tx: Tx,
  meter: MeterKey,
  rule: RuleOfMeter,
  after: ReadingPosition | null,
): Promise<StoredCase[]> {
  const { closedAt, closedId, beganAt, beganId } = alertRuleCases
  const isLater =
    after === null
      ? undefined
      : sql`(${closedAt}, coalesce(${closedId}, 0)) > (${new Date(after.at).toISOString()}::timestamptz, ${after.id}::bigint)`
  const rows = await tx
    .select()
    .from(alertRuleCases)
    .where(
      and(
        isOf(meter),
        eq(alertRuleCases.ruleId, rule.id),
        eq(alertRuleCases.judgedFrom, new Date(rule.judgedFrom)),
        isLater && or(isNull(closedAt), isLater),
      ),
    )
    .orderBy(asc(beganAt), asc(beganId))
  return rows.map((row) => ({
    id: row.id,
    level: row.level,
    began: { at: row.beganAt.getTime(), id: row.beganId },
    opened: { at: row.openedAt.getTime(), id: row.openedId },
    upgraded: positionOf(row.upgradedAt, row.upgradedId),
    closed: positionOf(row.closedAt, row.closedId ?? 0),
    isCorrected: row.isCorrected,
    isTold: row.isTold,
  }))
}

const positionOf = (at: Date | null, id: number | null): ReadingPosition | null =>
  at === null || id === null ? null : { at: at.getTime(), id }

/**
 * Returns what people are to be told. Writes nothing if the rule has just been deleted. It is locked before its cases, as
 * where it is changed.
 */
export async function writeCases(
  tx: Tx,
  meter: MeterKey,
  rule: RuleOfMeter,
  changes: CaseChanges,
  now: Date,
): Promise<AnnouncedAlert[]> {
  const { id: ruleId, judgedFrom, judging } = rule
  const { update, insert, correct } = changes
  const isRule = and(eq(alertRules.organizationId, meter.organizationId), eq(alertRules.id, ruleId))
  const rules = await tx.select({ id: alertRules.id }).from(alertRules).where(isRule).for('key share')
  if (rules.length === 0) return []
  // A meter and rule have at most one open case, also between two statements.
  const changed = [...correct, ...update].toSorted(
    (a, b) => Number(a.closed === null) - Number(b.closed === null),
  )
  for (const { id, isCorrected, isTold, ...one } of changed)
    await tx
      .update(alertRuleCases)
      .set({ ...columnsOf(one), isCorrected, isTold })
      .where(and(isOf(meter), eq(alertRuleCases.id, id)))
  if (insert.length > 0) {
    const { organizationId, id: meterId } = meter
    const of = { organizationId, meterId, ruleId, judging, judgedFrom: new Date(judgedFrom) }
    const rows = insert.map((one) => ({ ...of, ...columnsOf(one), isTold: one.closed === null }))
    const inserted = await tx.insert(alertRuleCases).values(rows).returning({ id: alertRuleCases.id })
    await openAlerts(tx, meter, ruleId, inserted)
  }
  return announcementsOf(tx, meter, ruleId, changes, now)
}

const columnsOf = ({ level, began, opened, upgraded, closed }: RuleCase) => ({
  level,
  beganAt: new Date(began.at),
  beganId: began.id,
  openedAt: new Date(opened.at),
  openedId: opened.id,
  upgradedAt: upgraded && new Date(upgraded.at),
  upgradedId: upgraded?.id ?? null,
  closedAt: closed && new Date(closed.at),
  closedId: closed?.id ?? null,
})

/** Closes the open cases of rules that no longer judge a meter. */
export async function closeCases(
  tx: Tx,
  meter: MeterKey,
  ruleIds: readonly number[],
  at: Date,
): Promise<void> {
  if (ruleIds.length === 0) return
  await tx
    .update(alertRuleCases)
    .set({ closedAt: at })
    .where(and(isOf(meter), inArray(alertRuleCases.ruleId, [...ruleIds]), isNull(alertRuleCases.closedAt)))
}
