import { expect, it } from 'vitest'
import { openOlderDatabase } from '../../tests/support/server/older-database.ts'

/** `when` of the migration before the one that adds the values of devices. */
const before = 1795790042324

it('keeps what devices have sent as their values, and leaves what was read', async () => {
  const { client, upgrade } = await openOlderDatabase(before)
  await client.query(`insert into organizations (name, code) values ('A', 'a')`)
  await client.query(
    `insert into meters (organization_id, name, meter_unit_id, meter_category_id) values (1, 'main', 1, 4)`,
  )
  const add = (ocr: string, value: number | null, state: number | null, source = 'camera', by = 'reader') =>
    client.query(
      `insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, read_state, read_value, ocr, created_at)
      values (1, 1, $1, $2, $3, false, $4, $1, $5, now())`,
      [value, by, source, state, ocr],
    )
  await add('sent alone', 1, null)
  await add('sent with a picture that is not read yet', 2, 0)
  await add('sent with an error', null, null)
  await add('read from the picture', 3, 1)
  await add('corrected', 4, null, 'camera', 'corrected')
  await add('measured by an input unit', 5, null, 'analog')

  await upgrade()

  const { rows } = await client.query(
    'select ocr, value, value_source, device_value, read_value from readings order by id',
  )
  const kept = { value_source: 'reader', device_value: null }
  expect(rows).toEqual([
    { ocr: 'sent alone', value: 1, value_source: 'device', device_value: 1, read_value: null },
    {
      ocr: 'sent with a picture that is not read yet',
      value: 2,
      value_source: 'device',
      device_value: 2,
      read_value: null,
    },
    { ...kept, ocr: 'sent with an error', value: null, read_value: null },
    { ...kept, ocr: 'read from the picture', value: 3, read_value: 3 },
    { ...kept, ocr: 'corrected', value: 4, value_source: 'corrected', read_value: 4 },
    { ...kept, ocr: 'measured by an input unit', value: 5, read_value: 5 },
  ])
})
