import { and, desc, eq, sql } from 'drizzle-orm'
import { executePrepared, type Tx } from '../../db/client.ts'
import type { MeterKey, Position } from '../../db/reading-order.ts'
import { alertRuleCheckpoints, alertRuleStates, type StatesOfRules } from '../../db/schema.ts'

interface Written {
  states: StatesOfRules
  before: StatesOfRules
  /** The latest reading that was judged; undefined: none. */
  latest: Position | undefined
}

const isOf = (table: typeof alertRuleStates | typeof alertRuleCheckpoints, meter: MeterKey) =>
  and(eq(table.organizationId, meter.organizationId), eq(table.meterId, meter.id))

/** Stores the states of a meter, and once a day as a checkpoint. Checkpoints are kept for 40 days. */
export async function writeStates(
  tx: Tx,
  { organizationId, id }: MeterKey,
  { states, before, latest }: Written,
): Promise<void> {
  const json = JSON.stringify(states)
  const at = latest === undefined ? null : new Date(latest.at).toISOString()
  await executePrepared(
    tx,
    sql`
    with checkpoint as (
      insert into alert_rule_checkpoints (organization_id, meter_id, at, reading_id, states)
      select ${organizationId}::bigint, ${id}::bigint, ${at}::timestamptz, ${latest?.id ?? null}::bigint, ${json}::jsonb
      where ${at}::timestamptz is not null and not exists (
        select from alert_rule_checkpoints
        where meter_id = ${id} and at > ${at}::timestamptz - interval '1 day')
      returning at),
    old as (
      delete from alert_rule_checkpoints using checkpoint
      where alert_rule_checkpoints.meter_id = ${id} and alert_rule_checkpoints.at < checkpoint.at - interval '40 days')
    insert into alert_rule_states (organization_id, meter_id, states, before)
    values (${organizationId}, ${id}, ${json}::jsonb, ${JSON.stringify(before)}::jsonb)
    on conflict (meter_id) do update set states = excluded.states, before = excluded.before`,
  )
}

export async function deleteStates(tx: Tx, meter: MeterKey): Promise<void> {
  await tx.delete(alertRuleStates).where(isOf(alertRuleStates, meter))
  await tx.delete(alertRuleCheckpoints).where(isOf(alertRuleCheckpoints, meter))
}

/** Forgets the checkpoints that a changed reading makes invalid. */
export async function dropCheckpoints(tx: Tx, meter: MeterKey, { at, id }: Position): Promise<void> {
  const { at: time, readingId } = alertRuleCheckpoints
  await tx
    .delete(alertRuleCheckpoints)
    .where(
      and(
        isOf(alertRuleCheckpoints, meter),
        sql`(${time}, ${readingId}) >= (${new Date(at).toISOString()}::timestamptz, ${id}::bigint)`,
      ),
    )
}

/** The states of the latest checkpoint; empty: there is none. */
export async function findCheckpoint(tx: Tx, meter: MeterKey): Promise<StatesOfRules> {
  const [row] = await tx
    .select({ states: alertRuleCheckpoints.states })
    .from(alertRuleCheckpoints)
    .where(isOf(alertRuleCheckpoints, meter))
    .orderBy(desc(alertRuleCheckpoints.at), desc(alertRuleCheckpoints.readingId))
    .limit(1)
  return row?.states ?? {}
}
