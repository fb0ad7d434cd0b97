import { sql } from 'drizzle-orm'
import type { RuleReading } from '../../../contract/alert-rules/engine.ts'
import { ruleReadingOf } from '../../../contract/alert-rules/ruleReading.ts'
import { executePrepared, type Tx } from '../../db/client.ts'
import type { MeterKey, Position } from '../../db/reading-order.ts'

type Row = Parameters<typeof ruleReadingOf>[0] & { id: number; at: number }

/**
 * Returns the readings of a meter that rules judge, behind a position, in the order of measurement: without imported ones
 * and those of an unconfirmed time. `replacedAt`: when the meter was replaced, in order.
 */
export async function ruleReadings(
  tx: Tx,
  meter: MeterKey,
  after: Position,
  replacedAt: readonly number[],
): Promise<RuleReading[]> {
  const from = new Date(after.at).toISOString()
  const rows = await executePrepared<Row>(
    tx,
    sql`
    select id::float8 as id, (extract(epoch from created_at) * 1000)::float8 as at, value, value_source, read_value,
      device_value, read_state, confidence, reasons, advice, picture_sha256 as image, source
    from readings
    where organization_id = ${meter.organizationId} and meter_id = ${meter.id} and deleted_at is null
      and source <> 'import' and time_mark is distinct from 'unconfirmed'
      and (created_at, id) > (${from}::timestamptz, ${after.id}::bigint)
    order by created_at, id`,
  )
  let previous = after.at
  return rows.flatMap(({ id, at, ...stored }) => {
    const since = previous
    previous = at
    const isOfNewMeter = replacedAt.some((time) => time > since && time <= at)
    return ruleReadingOf(stored, { id, at, isOfNewMeter }) ?? []
  })
}
