import { and, desc, eq, gte, isNotNull, or, sql } from 'drizzle-orm'
import type { Data, Input } from '../../../contract/calls/endpoint.ts'
import { type meterEndpoints, rangeEffectLimit } from '../../../contract/meters.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { isReadingOf, type MeterKey } from '../../db/reading-order.ts'
import { alerts, readings } from '../../db/schema.ts'
import { judgementSql } from '../readings/index.ts'
import { findMeter } from './repository.ts'
import { rangeIssues } from './validate.ts'

type Effect = typeof meterEndpoints.rangeEffect
type AskedRange = Input<Effect>['query']

const days = 30

/**
 * How many of a meter’s latest readings would be judged differently by this abnormal range, and whether its alert would
 * end.
 */
export async function effectOfRange(
  tx: Tx,
  organizationId: number,
  id: number,
  asked: AskedRange,
  now: Date,
): Promise<Data<Effect>> {
  const start = asked.emergency_start_value ?? null
  const end = asked.emergency_end_value ?? null
  const issues = rangeIssues('emergency_start_value', { start, end })
  if (issues.length > 0) throw new Failure('validation_failed', { issues })
  if ((await findMeter(tx, organizationId, id)) === undefined) throw new Failure('not_found')
  const judged = judgementSql({ emergency_start_value: start, emergency_end_value: end })
  const latest = tx
    .select({ was: readings.isAbnormal, is: judged.as('is') })
    .from(readings)
    .where(
      and(
        isReadingOf({ organizationId, id }),
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
  return { ...counts, ends_alert: await endsAlert(tx, { organizationId, id }, judged) }
}

/** An alert occurs as long as the latest reading is abnormal. A picture that is still to be read is passed over. */
async function endsAlert(tx: Tx, meter: MeterKey, judged: ReturnType<typeof judgementSql>): Promise<boolean> {
  const occurring = tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(
      and(
        eq(alerts.organizationId, meter.organizationId),
        eq(alerts.meterId, meter.id),
        eq(alerts.isAlert, true),
      ),
    )
  const [latest] = await tx
    .select({ isAbnormal: judged })
    .from(readings)
    .where(and(isReadingOf(meter), or(judged, isNotNull(readings.value)), sql`exists (${occurring})`))
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .limit(1)
  return latest !== undefined && !latest.isAbnormal
}
