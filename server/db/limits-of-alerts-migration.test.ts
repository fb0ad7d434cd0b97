// Covers docs/requirements.md: 1071

import { expect, it } from 'vitest'
import { openOlderDatabase } from '../../tests/support/server/older-database.ts'

/** `when` of the migration before the one that adds the limits. */
const before = 1796071067047

it('gives alerts of rules that compare with limits those that opened them', async () => {
  const { client, upgrade } = await openOlderDatabase(before)
  await client.query(`insert into organizations (name, code) values ('A', 'a')`)
  await client.query(
    `insert into meters (organization_id, name, meter_unit_id, meter_category_id) values (1, 'main', 1, 1)`,
  )
  await client.query(
    `insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      values (1, 1, 0.9, 'entered', 'entry', false, '2026-10-01T00:00Z')`,
  )
  const rules = [
    [{ kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 }, 1],
    [{ kind: 'unreadable', level: 'alarm' }, null],
  ] as const
  for (const [condition, unit] of rules) {
    const judging = JSON.stringify({ condition })
    await client.query(
      `with rule as (insert into alert_rules (organization_id, name, meter_category_id, condition, close_after,
          includes_unsure, judged_from, meter_unit_id) values (1, $1, 1, $2, 1, false, '2026-09-01T00:00Z', $4) returning id),
        opened as (insert into alert_rule_cases (organization_id, rule_id, meter_id, judging, judged_from, level,
          began_at, began_id, opened_at, opened_id, is_told)
          select 1, rule.id, 1, $3::jsonb, now(), 'alarm', shown.created_at, shown.id, shown.created_at, shown.id, true
          from rule, readings as shown returning *)
      insert into alerts (organization_id, meter_id, is_alert, is_alerted, created_at, first_reading_id, latest_at,
        reading_id, updated_at, rule, rule_case_id)
      select 1, 1, true, true, began_at, began_id, opened_at, opened_id, opened_at, '{"name": "高圧"}', id from opened`,
      [condition.kind, JSON.stringify(condition), judging, unit],
    )
  }

  await upgrade()

  const { rows } = await client.query('select rule from alerts order by id')
  expect(rows).toEqual([
    { rule: { name: '高圧', limits: { warning: null, alarm: 0.5 } } },
    { rule: { name: '高圧' } },
  ])
})
