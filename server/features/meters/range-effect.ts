import { and, desc, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Data, Input } from '../../../contract/calls/endpoint.ts'
import { type meterEndpoints, rangeEffectLimit } from '../../../contract/meters.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isReadingOf } from '../../db/reading-order.ts'
import { alerts, readings } from '../../db/schema.ts'
import { isOneOf, judgementSql, ofMeters } from '../readings/index.ts'
import { rangeIssues } from './validate.ts'

type Effect = typeof meterEndpoints.rangeEffect
type AskedRange = Input<Effect>['query']

const days = 30

/**
 * How many of the meters’ latest readings would be judged differently by this abnormal range, and whether an alert would
 * end.
 */
export async function effectOfRange(
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  asked: AskedRange,
  now: Date,
): Promise<Data<Effect>> {
  const start = asked.emergency_start_value ?? null
  const end = asked.emergency_end_value ?? null
  const issues = rangeIssues('emergency_start_value', { start, end })
  if (issues.length > 0) throw new Failure('validation_failed', { issues })
  const judged = judgementSql({ emergency_start_value: start, emergency_end_value: end })
  const latest = tx
    .select({ was: readings.isAbnormal, is: judged.as('is') })
    .from(readings)
    .where(
      and(
        eq(readings.organizationId, organizationId),
        ofMeters(readings.meterId, ids),
        isNull(readings.deletedAt),
        gte(readings.createdAt, new Date(now.getTime() - days * 86_400_000)),
      ),
    )
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .limit(rangeEffectLimit)
    .as('latest')
  const count = (which: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${which}))::float8`
  const [row] = await tx
    .select({
      readings: count(sql`true`),
      to_abnormal: count(sql`not ${latest.was} and ${latest.is}`),
      to_normal: count(sql`${latest.was} and not ${latest.is}`),
    })
    .from(latest)
  const counts = row ?? { readings: 0, to_abnormal: 0, to_normal: 0 }
  return { ...counts, ends_alert: await endsAlert(tx, organizationId, ids, judged) }
}

/** An alert occurs as long as the latest reading is abnormal. A picture that is still to be read is passed over. */
async function endsAlert(
  tx: Tx,
  organizationId: number,
  ids: readonly number[],
  judged: ReturnType<typeof judgementSql>,
): Promise<boolean> {
  const occurring = await tx
    .select({ id: alerts.meterId })
    .from(alerts)
    .where(
      and(
        eq(alerts.organizationId, organizationId),
        isOneOf(alerts.meterId, ids),
        eq(alerts.isAlert, true),
        isNull(alerts.rule),
      ),
    )
  for (const { id } of occurring) {
    const [latest] = await tx
      .select({ isAbnormal: judged })
      .from(readings)
      .where(and(isReadingOf({ organizationId, id }), or(judged, isNotNull(readings.value))))
      .orderBy(desc(readings.createdAt), desc(readings.id))
      .limit(1)
    if (latest !== undefined && !latest.isAbnormal) return true
  }
  return false
}
