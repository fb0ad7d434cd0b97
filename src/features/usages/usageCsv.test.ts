// Covers docs/requirements.md: 759, 830

import { describe, expect, it } from 'vitest'
import type { ExportColumn } from '../../../contract/exports/export-formats.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { csvCells } from '../../ui/table/csvOf.ts'
import type { View } from './search.ts'
import { shownColumns, usageCsvColumns } from './usageCsv.ts'
import { usageTable } from './usageTable.ts'

const days = { from: '2026-09-01', to: '2026-10-31' }
const aMonth = (from: string, to: string, usage: number) => ({
  meterId: 1,
  from: `${from}T00:00:00.000+09:00`,
  to: Date.parse(`${to}T00:00:00+09:00`),
  usage,
  mark: 'exact' as const,
  isCorrected: false,
  soFar: null,
})
const usages = [
  aMonth('2026-09-01', '2026-10-01', 1300),
  { ...aMonth('2026-10-01', '2026-11-01', -8.25), mark: 'estimated' as const },
]
const now = Date.parse('2026-11-20T12:00:00+09:00')

function cellsOf(keys: readonly ExportColumn[], view: View = 'year') {
  const table = usageTable(usages, { view, days, now })
  const row = table.row({
    id: 1,
    name: '受電',
    code: 'E-1',
    meter: aMeter({ id: 1, is_cumulative: true, customer_number: '0120' }),
    unit: 'kWh',
    group: null,
    bearer: '1階',
  })
  return csvCells(usageCsvColumns(keys, { view, by: undefined, table }), [row])
}

describe('usageCsvColumns', () => {
  it('repeats neighbouring columns of periods together, in the order of the format', () => {
    expect(cellsOf(['code', 'marks', 'usage', 'customer_number', 'previous', 'total', 'bearer'])).toEqual([
      [
        '管理番号',
        '2026年9月 区分',
        '2026年9月',
        '2026年10月 区分',
        '2026年10月',
        'お客様番号',
        '2026年9月 前月比（%）',
        '2026年10月 前月比（%）',
        '合計',
        '負担先',
      ],
      ['E-1', '', '1300', '認定', '-8.25', '0120', '', '-100.6', '1291.75', '1階'],
    ])
  })

  it('has no total of two months that are only shown next to each other', () => {
    expect(cellsOf(['name', 'total', 'total_marks'], 'recent')).toEqual([['メーター名'], ['受電']])
  })
})

describe('shownColumns', () => {
  it('are those of the screen with the marks of usages', () => {
    const table = usageTable(usages, { view: 'year', days, now })
    const options = { view: 'year', by: undefined, table } as const
    expect(shownColumns(['total', 'yearly', 'code'], options)).toEqual([
      'name',
      'code',
      'usage',
      'marks',
      'yearly',
      'total',
      'total_marks',
    ])
    expect(shownColumns(['code', 'unit'], { ...options, by: 'group' })).toEqual([
      'name',
      'unit',
      'usage',
      'marks',
    ])
  })
})
