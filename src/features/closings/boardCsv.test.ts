// Covers docs/requirements.md: 831

import { expect, it } from 'vitest'
import { exportColumns } from '../../../contract/exports/export-formats.ts'
import { aBoardRow, anIndex } from '../../../tests/support/responses/closings.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { csvCells } from '../../ui/table/csvOf.ts'
import { boardCsvColumns, usualColumns } from './boardCsv.ts'
import { boardMeters } from './boardRows.ts'

const meters = [aMeter({ id: 1, name: '受電（新）', code: 'E-1', decimal_point: 1, customer_number: '0120' })]
const rows = boardMeters(
  [
    aBoardRow({
      state: 'corrected',
      closed_as: 'estimated',
      usage: 1331.25,
      adjustment: -18,
      difference: 4,
      mark: 'estimated',
      end: { ...anIndex(0, 1031.25, '2026-10-31T23:00:00.000+09:00'), reading_ids: [] },
      reason: '積雪',
    }),
    aBoardRow({
      meter_id: 9,
      meter_name: '撤去',
      state: 'closed',
      closed_as: 'missing',
      usage: null,
      days: null,
      mark: 'unknown',
      start: null,
      end: null,
    }),
  ],
  meters,
  () => 'kWh',
  [],
)
const options = {
  month: '2026-10',
  version: 2,
  cycle: '電気',
  zone: 'Asia/Tokyo',
  groupOf: () => '第一工場',
  bearerOf: () => undefined,
}

it('writes a closed month with numbers as numbers, and marks, states and the version in columns of their own', () => {
  const [head, corrected, unknown] = csvCells(boardCsvColumns(usualColumns, options), rows)
  const line = (cells: string[] | undefined) =>
    Object.fromEntries(head?.map((title, index) => [title, cells?.[index]]) ?? [])
  expect(line(corrected)).toEqual({
    対象年月: '2026年10月',
    版: '2',
    管理番号: 'E-1',
    メーター名: '受電',
    単位: 'kWh',
    使用量: '1331.25',
    区分: '認定',
    前月までの調整: '-18',
    日数: '30',
    前回の指示値: '700',
    前回の検針日時: '2026/09/30 23:00:00',
    今回の指示値: '1031.25',
    今回の検針日時: '2026/10/31 23:00:00',
    状態: '修正あり',
    締めた時の状態: '推定',
    締めた後の差: '4',
    締めた理由: '積雪',
  })
  expect(line(unknown)).toMatchObject({
    メーター名: '撤去',
    使用量: '不明',
    今回の指示値: '',
    状態: '締め済',
  })
})

it('has every column that a format may have', () => {
  const [head, row] = csvCells(boardCsvColumns(exportColumns.closings, options), rows)
  expect(head).toHaveLength(exportColumns.closings.length)
  expect(row?.slice(2, 8)).toEqual(['電気', '受電', 'E-1', '第一工場', '', '0120'])
})
