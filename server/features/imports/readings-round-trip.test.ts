// Covers docs/requirements.md: 887

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLayout } from '../../../contract/import/header.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { previewReadings } from '../../../contract/import/previewReadings.ts'
import { readTable } from '../../tables/read-table.ts'
import { type CsvRow, csvHead, csvLines } from '../readings/csv-lines.ts'

/** Names as they are stored: on one line, trimmed, with what CSV files and spreadsheets have to escape. */
const name = fc
  .string({ unit: fc.constantFrom(...`=+-@＝'",;\t 1aあ①`), minLength: 1, maxLength: 8 })
  .map((text) => text.replaceAll('\t', ' ').trim())
  .filter((text) => text !== '')
const meter = fc.record({ meter: name, decimals: fc.constantFrom(null, 0, 2) })
const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((units) => units / 1000),
)

const rowOf = (over: Pick<CsvRow, 'meter' | 'decimals' | 'value' | 'measuredAt' | 'id'>): CsvRow => ({
  unit: 'm³',
  timeMark: null,
  originalTime: null,
  category: 'カウンター',
  categoryType: 3,
  isCumulative: true,
  group: '動力, "北"\r\n棟',
  inspection: null,
  isAbnormal: false,
  state: 'typed',
  reasons: [],
  isConfirmed: false,
  registeredBy: null,
  readValue: null,
  deviceValue: null,
  ocr: null,
  degree: null,
  confidence: null,
  device: '手入力',
  consumption: null,
  updatedAt: '2026-11-01 09:00:00',
  ...over,
})

test('exported readings are unchanged when they are imported again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(meter, { selector: (each) => each.meter, minLength: 1, maxLength: 4 }),
      fc.array(value, { minLength: 1, maxLength: 12 }),
      async (meters, values) => {
        const rows = values.map((each, index) => {
          const measuredAt = `2026-11-01 09:00:${String(index).padStart(2, '0')}`
          return rowOf({
            ...(meters[index % meters.length] ?? { meter: 'a', decimals: null }),
            value: each,
            measuredAt,
            id: index,
          })
        })
        const { table } = await readTable(Buffer.from(csvHead() + csvLines(rows)), 'readings.csv')
        const { layout } = findLayout(table.rows, importNouns.readings)
        const references = { meters: meters.map((each, index) => ({ id: index + 1, name: each.meter })) }
        const preview = previewReadings(
          { noun: importNouns.readings, rows: table.rows, layout, repairs: {}, references },
          (id) => {
            const own = rows.filter((row) => row.meter === meters[id - 1]?.meter)
            const decimals = meters[id - 1]?.decimals ?? null
            return { decimals, values: new Map(own.map((row) => [row.measuredAt, [row.value]])), closed: [] }
          },
        )
        expect(preview.rows.map(({ state }) => state)).toEqual(values.map(() => 'unchanged'))
      },
    ),
  )
})
