// Covers docs/requirements.md: 888

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLayout } from '../../../contract/import/header.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { previewRecords } from '../../../contract/import/previewRecords.ts'
import type { Meter } from '../../../contract/meters.ts'
import { readTable } from '../../../server/tables/read-table.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { meterColumns } from './meterColumns.tsx'
import { type MeterMasters, toMeterRows } from './meterRows.ts'

const text = fc
  .string({ unit: fc.constantFrom(...`=+-@＝'",; 1aあ①`), minLength: 1, maxLength: 8 })
  .map((each) => each.trim())
  .filter((each) => each !== '')
const of = <T>(...values: T[]) => fc.constantFrom(...values)

const meter = fc.record({
  name: text,
  hasCode: fc.boolean(),
  meter_category_id: of(1, 2),
  meter_group_id: of(null, 1, 2),
  cost_bearer_id: of(null, 1),
  parent_meter_id: of(null, 1, 2),
  customer_number: fc.oneof(of(''), text),
  verification_expires_on: of(null, '2027-03-31'),
  is_cumulative: fc.boolean(),
  rounding: of<Meter['rounding']>('none', 'integer'),
})

const valuesOf = (each: Meter) => ({
  code: each.code,
  name: each.name,
  device: each.device_id,
  unit: each.meter_unit_id,
  category: each.meter_category_id,
  is_cumulative: each.is_cumulative,
  group: each.meter_group_id,
  parent: each.parent_meter_id,
  cost_bearer: each.cost_bearer_id,
  customer_number: each.customer_number,
  verification_expires_on: each.verification_expires_on,
  rounding: each.rounding,
})

test('the exported list of meters is unchanged when it is imported again', async () => {
  const property = fc.asyncProperty(
    fc.array(meter, { minLength: 2, maxLength: 6 }),
    fc.tuple(text, text, text),
    async (given, [group, other, bearer]) => {
      const meters = given.map(({ hasCode, ...each }, index) =>
        aMeter({ ...each, id: index + 1, code: hasCode ? `W-${index}` : null }),
      )
      const masters = {
        units: [{ id: 1, name: 'm³', status: 0 }],
        categories: [aCategory(), aCategory({ id: 2, type: 3, name: 'カウンター' })],
        groups: [
          { id: 1, name: group },
          { id: 2, name: other },
        ],
        inspections: [],
      } as unknown as MeterMasters
      const bearers = [{ id: 1, name: bearer }]
      const rows = toMeterRows(meters, masters, new Map(), bearers, '2026-11-29')
      const file = csvOf(meterColumns(masters, bearers, 'Asia/Tokyo'), rows)
      const { table } = await readTable(Buffer.from(file), 'meter-list.csv')
      const noun = importNouns.meters
      const { layout, duplicates } = findLayout(table.rows, noun)
      const references = {
        meters,
        devices: [{ id: 5, name: '屋上カメラ' }],
        units: masters.units,
        categories: masters.categories,
        groups: masters.groups,
        cost_bearers: bearers,
      }
      const stored = meters.map((each) => ({ id: each.id, values: valuesOf(each) }))
      const preview = previewRecords({ noun, rows: table.rows, layout, repairs: {}, references }, stored)
      expect(duplicates).toEqual([])
      expect(preview.rows.filter(({ state }) => state !== 'unchanged')).toEqual([])
      expect(preview.rows).toHaveLength(meters.length)
    },
  )
  await fc.assert(property)
})
