import { sql } from 'drizzle-orm'
import type { Tx } from '../../../server/db/client.ts'
import type { TestApp } from './app.ts'
import type { Subjects } from './subjects.ts'

/** Every table that says whose a row is. */
export async function organizationTables({ deps }: TestApp): Promise<string[]> {
  const { rows } = await deps.database.asSystem((tx) =>
    tx.execute<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' order by 1`),
  )
  return rows.map(({ name }) => name)
}

/** A row in each of the tables that the subjects leave empty. */
export async function insertEverywhere({ deps }: TestApp, subjects: Subjects): Promise<void> {
  const { organization, keyId, user, deviceId, cycleId } = subjects
  await deps.database.inOrganization(organization.id, user.id, (tx) => insertByCalls(tx, subjects))
  // What only the server itself writes.
  await deps.database.asSystem(async (tx) => {
    await tx.execute(sql`
      insert into access_logs (organization_id, key_id, access_ip, messages)
      values (${organization.id}, ${keyId}, '192.0.2.1', 'm')`)
    await tx.execute(sql`
      insert into device_rejections (organization_id, device_id, call, at, code, issues)
      values (${organization.id}, ${deviceId}, 'deviceConfig', now(), 'device_unknown', '[]')`)
    await tx.execute(sql`
      insert into data_resets (organization_id, started_by_user_id, started_at, finished_at)
      values (${organization.id}, ${user.id}, now(), now())`)
    await tx.execute(sql`
      insert into closing_reminders (organization_id, cycle_id, month, days_before, at)
      values (${organization.id}, ${cycleId}, '2020-01', 0, now())`)
    await tx.execute(sql`
      insert into email_changes (user_id, organization_id, requested_by_user_id, email, token_hash, expires_at)
      values (${user.id}, ${organization.id}, ${user.id}, 'a@example.jp', ${`hash of ${user.id}`}, now())`)
  })
}

/** What calls may insert themselves. */
async function insertByCalls(
  tx: Tx,
  {
    organization: { id },
    meterId,
    counterId,
    cycleId,
    readingId,
    alertId,
    alertRuleId,
    deviceId,
    keyId,
    sha256,
    user,
  }: Subjects,
): Promise<void> {
  await tx.execute(sql`insert into groups (organization_id, name) values (${id}, 'g')`)
  await tx.execute(sql`insert into cost_bearers (organization_id, name) values (${id}, 'c')`)
  await tx.execute(sql`
    insert into export_formats (organization_id, name, target, encoding, columns, replacements)
    values (${id}, 'e', 'usages', 'utf-8', '{name}', '[]')`)
  await tx.execute(sql`
    with import as (
      insert into imports (organization_id, user_id, noun, plan, state, applied_at)
      values (${id}, ${user.id}, 'meters', '{}', 'applied', now()) returning id)
    insert into import_rows (import_id, organization_id, "row", subject_id, after)
    select id, ${id}, 2, ${meterId}, '{}' from import`)
  await tx.execute(sql`
    insert into import_layouts (organization_id, noun, signature, columns) values (${id}, 'meters', 's', '[]')`)
  await tx.execute(sql`
    with cycle as (
      insert into closing_cycles
        (organization_id, name, closing_day, closing_hour, device_tolerance_hours, round_tolerance_days)
      values (${id}, 'c', 31, 24, 24, 3) returning id)
    insert into closing_cycle_meters (meter_id, organization_id, cycle_id) select ${meterId}, ${id}, id from cycle`)
  await tx.execute(sql`
    with closing as (
      insert into closings (organization_id, cycle_id, month, version, closing_date, from_at, to_at,
        device_tolerance_hours, round_tolerance_days, rules, meter_count, closed_at, user_id)
      values (${id}, ${cycleId}, '2020-01', 1, '2020-01-31', now(), now(), 24, 3, 1, 1, now(), ${user.id}) returning id)
    insert into closing_meters (closing_id, organization_id, meter_id, month, version, meter_name, from_at, state, mark,
      adjustment, segments, checks, reason)
    select id, ${id}, ${counterId}, '2020-01', 1, 'm', now(), 'missing', 'unknown', 0, '[]', '[]', 'r' from closing`)
  await tx.execute(sql`insert into inspections (organization_id, name) values (${id}, 'i')`)
  await tx.execute(sql`insert into devices (organization_id, name, type, status) values (${id}, 'd', 5, 1)`)
  await tx.execute(
    sql`insert into device_schedules (organization_id, device_id, "from") values (${id}, ${deviceId}, now())`,
  )
  await tx.execute(sql`
    insert into device_outages (organization_id, device_id, since, noticed_at, cause)
    values (${id}, ${deviceId}, now(), now(), 'unknown')`)
  await tx.execute(sql`
    insert into device_troubles (organization_id, device_id, kind, message, since)
    values (${id}, ${deviceId}, 'error', 'e', now())`)
  await tx.execute(sql`
    insert into device_reports (organization_id, device_id, kind, created_at, received_at)
    values (${id}, ${deviceId}, 'heartbeat', now(), now())`)
  await tx.execute(sql`
    insert into device_days (organization_id, device_id, day, zone, retry_seconds, drift_seconds, arrived, late, missing)
    values (${id}, ${deviceId}, '2026-11-01', 'UTC', 0, 60, 0, 0, 0)`)
  await tx.execute(sql`
    insert into device_errors (organization_id, device_id, error_message, created_at)
    values (${id}, ${deviceId}, 'e', now())`)
  await tx.execute(sql`
    insert into reading_changes (organization_id, reading_id, user_id, action, before, after)
    values (${id}, ${readingId}, ${user.id}, 'correct', '{}', '{}')`)
  await tx.execute(sql`
    insert into meter_changes (organization_id, meter_id, user_id, action, before, after)
    values (${id}, ${meterId}, ${user.id}, 'update', '{}', '{}')`)
  await tx.execute(sql`
    insert into meter_replacements (organization_id, meter_id, at, new_start_value, note, user_id, idempotency_key, fingerprint)
    values (${id}, ${meterId}, now(), 0, '', ${user.id}, ${`key of ${meterId}`}, 'f')`)
  await tx.execute(sql`
    insert into meter_estimates (organization_id, meter_id, at, value, basis, reason, user_id)
    values (${id}, ${meterId}, now(), 0, 'typed', 'r', ${user.id})`)
  await tx.execute(sql`
    with allocation as (
      insert into meter_allocations (organization_id, meter_id, from_month, method)
      values (${id}, ${meterId}, '2026-11', 'shares') returning id)
    insert into meter_allocation_shares (allocation_id, organization_id, cost_bearer_id, percent)
    select allocation.id, ${id}, b.id, 100 from allocation, cost_bearers b
    where b.organization_id = ${id} limit 1`)
  await tx.execute(
    sql`insert into meter_rates (organization_id, meter_id, learned_at) values (${id}, ${meterId}, now())`,
  )
  await tx.execute(sql`
    insert into alert_changes (organization_id, meter_id, alert_id, first_at, latest_at, user_id, action)
    values (${id}, ${meterId}, ${alertId}, now(), now(), ${user.id}, 'confirm')`)
  await tx.execute(sql`
    insert into alert_worsenings (organization_id, alert_id, reading_id, value, at)
    values (${id}, ${alertId}, ${readingId}, 1, now())`)
  await tx.execute(sql`
    insert into alert_announcements (organization_id, alert_id) values (${id}, ${alertId})`)
  await tx.execute(sql`
    insert into held_notices (organization_id, subject, subject_id, at) values (${id}, 'alert', ${alertId}, now())`)
  await tx.execute(sql`
    insert into notice_digests (organization_id, items, from_at, at) values (${id}, '[]', now(), now())`)
  await tx.execute(sql`
    insert into alert_rule_states (organization_id, meter_id, states, before) values (${id}, ${meterId}, '{}', '{}')`)
  await tx.execute(sql`
    insert into alert_rule_checkpoints (organization_id, meter_id, at, reading_id, states)
    values (${id}, ${meterId}, now(), ${readingId}, '{}')`)
  await tx.execute(sql`
    insert into alert_rule_cases (organization_id, rule_id, meter_id, judging, judged_from, level, began_at, began_id,
      opened_at, opened_id, is_told)
    values (${id}, ${alertRuleId}, ${meterId}, '{}', now(), 'alarm', now(), ${readingId}, now(), ${readingId}, true)`)
  await tx.execute(sql`
    with recipients as (insert into recipient_groups (organization_id, name) values (${id}, 'r') returning id)
    insert into recipient_group_members (group_id, organization_id, user_id)
    select id, ${id}, ${user.id} from recipients`)
  await tx.execute(sql`
    insert into alert_reminders (organization_id, repeat_hours, repeat_from) values (${id}, 4, now())`)
  await tx.execute(sql`
    insert into blind_checks (organization_id, reading_id, user_id, at, typed_value, read_value, agrees)
    values (${id}, ${readingId}, ${user.id}, now(), 0, 0, true)`)
  await tx.execute(sql`
    insert into retake_requests (organization_id, meter_id, reading_id, user_id, at)
    values (${id}, ${meterId}, ${readingId}, ${user.id}, now())`)
  await tx.execute(sql`
    insert into review_loans (organization_id, reading_id, user_id, until)
    values (${id}, ${readingId}, ${user.id}, now())`)
  await tx.execute(
    sql`insert into rejudgements (organization_id, meter_id, total) values (${id}, ${meterId}, 1)`,
  )
  await tx.execute(
    sql`insert into webhook_calls (organization_id, key_id, at) values (${id}, ${keyId}, now())`,
  )
  await tx.execute(sql`insert into map_areas (organization_id, name) values (${id}, 'a')`)
  await tx.execute(sql`
    with map as (
      insert into maps (organization_id, name, picture_sha256) values (${id}, 'm', ${sha256}) returning id)
    insert into map_pins (organization_id, map_id, name, type, xratio, yratio)
    select ${id}, id, 'p', 0, 0.5, 0.5 from map`)
  await tx.execute(sql`
    insert into audit_entries (organization_id, user_id, at, noun, subject_id, subject_name, action, before, after)
    values (${id}, ${user.id}, now(), 'device', ${deviceId}, 'd', 'update', '{}', '{}')`)
  await tx.execute(sql`
    insert into llm_usage_logs (organization_id, provider, model, system_prompt, user_prompt, status, duration, created_at)
    values (${id}, 'p', 'm', 's', 'u', 'success', 1, now())`)
  await tx.execute(
    sql`insert into ai_boost_counts (organization_id, month, calls) values (${id}, '2026-11-01', 1)`,
  )
  await tx.execute(sql`
    insert into skips (organization_id, meter_id, reason, skipped_at, told_at, clock_offset_ms, user_id,
      idempotency_key, fingerprint)
    values (${id}, ${meterId}, 'stopped', now(), now(), 0, ${user.id}, 'k', 'f')`)
  await tx.execute(sql`
    insert into round_marks (organization_id, meter_id, at) values (${id}, ${meterId}, now())`)
}
