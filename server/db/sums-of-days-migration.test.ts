// Covers docs/requirements.md: 812

import { expect, it } from 'vitest'
import { openOlderDatabase } from '../../tests/support/server/older-database.ts'

/** `when` of the migration before the one that adds the sums of days. */
const before = 1795956578331

it('sums the values that were measured before', async () => {
  const { client, upgrade } = await openOlderDatabase(before)
  await client.query(`insert into organizations (name, code, time_zone) values ('A', 'a', 'Asia/Tokyo')`)
  await client.query(
    `insert into meters (organization_id, name, meter_unit_id, meter_category_id) values (1, 'main', 1, 1)`,
  )
  await client.query(
    `insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      values (1, 1, 0.1, 'entered', 'entry', false, '2026-10-01T00:00Z'),
        (1, 1, 0.2, 'entered', 'entry', false, '2026-10-01T01:00Z'),
        (1, 1, null, 'entered', 'entry', true, '2026-10-01T02:00Z')`,
  )

  await upgrade()

  const { rows } = await client.query('select readings, measured, total from reading_days')
  expect(rows).toEqual([{ readings: 3, measured: 2, total: '0.3' }])
})
