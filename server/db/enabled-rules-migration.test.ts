// Covers docs/requirements.md: 1038

import { expect, it } from 'vitest'
import { openOlderDatabase } from '../../tests/support/server/older-database.ts'

/** `when` of the migration before the one that adds the column. */
const before = 1796051875150

it('keeps rules switched off whose judging began in the year 9999', async () => {
  const { client, upgrade } = await openOlderDatabase(before)
  await client.query(`insert into organizations (name, code) values ('A', 'a')`)
  await client.query(`insert into categories (name, type) values ('圧力', 1)`)
  await client.query(
    `insert into alert_rules (organization_id, name, meter_category_id, condition, close_after, includes_unsure,
      judged_from, updated_at)
    select 1, name, (select min(id) from categories), '{"kind": "unreadable", "level": "alarm"}', 1, false, at::timestamptz,
      '2026-11-20T00:00:00Z'
    from (values ('on', '2026-11-10T00:00:00Z'), ('off', '9999-12-31T00:00:00Z')) as rules (name, at)`,
  )

  await upgrade()

  const { rows } = await client.query('select name, is_enabled, judged_from from alert_rules order by name')
  expect(rows).toEqual([
    { name: 'off', is_enabled: false, judged_from: new Date('2026-11-20T00:00:00Z') },
    { name: 'on', is_enabled: true, judged_from: new Date('2026-11-10T00:00:00Z') },
  ])
})
