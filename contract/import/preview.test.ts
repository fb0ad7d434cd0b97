// Covers docs/requirements.md: 882, 883, 884, 885, 886, 910, 960, 1020, 1025

import { describe, expect, it } from 'vitest'
import { findLayout } from './header.ts'
import { importNouns } from './nouns.ts'
import type { ChosenRepairs, Imported } from './preview.ts'
import { previewReadings } from './previewReadings.ts'
import { previewRecords } from './previewRecords.ts'

const references = {
  units: [{ id: 1, name: 'm³' }],
  categories: [{ id: 4, name: 'カウンター' }],
  groups: [
    { id: 7, name: '北ポンプ室' },
    { id: 8, name: '西棟' },
    { id: 9, name: '西棟' },
  ],
  meters: [
    { id: 1, name: '受水', code: 'W-1' },
    { id: 2, name: '給水', code: null },
    { id: 3, name: '同名', code: 'W-3' },
    { id: 4, name: '同名', code: 'W-4' },
  ],
}
const stored = [
  { id: 1, values: { code: 'W-1', name: '受水', unit: 1, category: 4, group: 8, multiplier: 1 } },
  { id: 2, values: { code: null, name: '給水', unit: 1, category: 4, parent: 1 } },
]

function importedOf(
  noun: keyof typeof importNouns,
  repairs: ChosenRepairs,
  lines: readonly string[],
): Imported {
  const rows = lines.map((line, index) => ({ number: index + 1, cells: line.split('|') }))
  return {
    noun: importNouns[noun],
    rows,
    layout: findLayout(rows, importNouns[noun]).layout,
    repairs,
    references,
  }
}
const metersOf = (repairs: ChosenRepairs, ...lines: string[]) =>
  previewRecords(importedOf('meters', repairs, lines), stored)

describe('previewRecords', () => {
  it('tells new, changed and unchanged rows apart by 管理番号, with the cells that change', () => {
    const { rows, counts } = metersOf(
      {},
      '管理番号|メーター名|単位|メーター種別|倍率|親メーター',
      'Ｗ－１|受水||||',
      'w-1x|新|m³|カウンター|1,200|W-1',
      'W-9|子|m³|カウンター||W-1X',
    )
    expect(counts).toEqual({ new: 2, changed: 0, unchanged: 1, error: 0 })
    expect(rows[0]).toEqual({ row: 2, state: 'unchanged', id: 1, cells: [], errors: [] })
    expect(rows[1]?.cells).toMatchObject([
      {},
      {},
      {},
      {},
      { column: 'parent', after: 1 },
      { column: 'multiplier', before: null, after: 1200 },
    ])
    expect(rows[2]?.cells.at(-1)).toEqual({ column: 'parent', before: null, after: -3 })
    expect(metersOf({}, '管理番号|倍率|メーターグループ', 'W-1|２|西棟').rows).toMatchObject([
      { state: 'changed', cells: [{ column: 'multiplier', before: 1, after: 2 }] },
    ])
  })

  it('leaves empty cells unchanged and clears by a word what may be empty', () => {
    expect(metersOf({}, '管理番号|メーターグループ|倍率', 'W-1|（消す）|').rows[0]?.cells).toEqual([
      { column: 'group', before: 8, after: null },
    ])
    expect(metersOf({}, '管理番号|メーター名', 'W-1|（消す）').rows[0]?.errors).toMatchObject([
      { column: 'name', problem: 'not_clearable' },
    ])
  })

  it('takes a name only as a proposal where something would change', () => {
    const lines = ['メーター名|倍率', '給水|2', '受水|1']
    expect(metersOf({}, ...lines).rows).toMatchObject([
      {
        state: 'error',
        errors: [{ column: 'code', problem: 'key_missing', proposals: [{ repair: 'match_by_name' }] }],
      },
      { state: 'unchanged', id: 1 },
    ])
    expect(metersOf({ code: ['match_by_name'] }, ...lines).rows[0]).toMatchObject({ state: 'changed', id: 2 })
  })

  it('names both rows of a key that the file has twice', () => {
    expect(metersOf({}, '管理番号|倍率', 'W-1|2', 'Ｗ-1|3').rows.map(({ errors }) => errors)).toMatchObject([
      [{ column: 'code', problem: 'duplicate_key', rows: [2, 3] }],
      [{ column: 'code', problem: 'duplicate_key', rows: [2, 3] }],
    ])
  })

  it('names the first 20 rows of a key that all rows have', () => {
    const { rows, counts } = metersOf({}, '管理番号|倍率', ...Array.from({ length: 20_000 }, () => 'W-1|2'))
    expect(counts.error).toBe(20_000)
    expect(rows.at(-1)?.errors).toMatchObject([{ rows: Array.from({ length: 20 }, (_, index) => index + 2) }])
    expect(rows.reduce((sum, { errors }) => sum + (errors[0]?.rows?.length ?? 0), 0)).toBe(400_000)
  })

  it('never clears a key, and finds no row without one by an empty or unreadable key', () => {
    const { rows } = metersOf({}, '管理番号|メーター名|倍率', '（消す）|受水|2', '#REF!|新|2')
    expect(rows).toMatchObject([
      { id: null, errors: [{ column: 'code', problem: 'not_clearable' }, {}, {}] },
      { id: null, errors: [{ column: 'code', problem: 'spreadsheet_error' }, {}, {}] },
    ])
  })

  it('groups errors with the repairs that one press chooses for all of them', () => {
    const lines = [
      '管理番号|メーターグループ|検定有効期限',
      'W-1|北ﾎﾟﾝﾌﾟ室|8.11.1',
      'W-5|北ポンプ室|9.1.1',
      'W-6|東棟|',
    ]
    expect(metersOf({}, ...lines).groups).toMatchObject([
      {
        column: 'verification_expires_on',
        problem: 'ambiguous',
        rows: [2, 3],
        repairs: ['two_digit_year', 'reiwa_year'],
        text: '8.11.1',
      },
      { column: 'group', problem: 'unknown_reference', rows: [2, 4], unknown: ['東棟'] },
      { column: 'name', problem: 'required', rows: [3, 4] },
      { column: 'unit', problem: 'required' },
      { column: 'category', problem: 'required' },
    ])
    const repaired = metersOf({ verification_expires_on: ['reiwa_year'], group: ['similar_name'] }, ...lines)
    expect(repaired.rows[0]).toMatchObject({
      state: 'changed',
      cells: [
        { column: 'group', before: 8, after: 7 },
        { column: 'verification_expires_on', before: null, after: '2026-11-01' },
      ],
    })
  })

  it('refuses a name that several rows have, unless one of them is stored', () => {
    const { rows } = metersOf({}, '管理番号|メーターグループ', 'W-1|西棟', 'W-5|西棟')
    expect(rows[0]?.state).toBe('unchanged')
    expect(rows[1]?.errors.map(({ problem }) => problem)).toEqual([
      'required',
      'required',
      'required',
      'ambiguous_reference',
    ])
  })
})

describe('previewReadings', () => {
  const readings = {
    decimals: 1,
    values: new Map([['2026-11-01 09:00:00', [12.34]]]),
    closed: [{ month: '2026-10', from: '2026-10-01 00:00:00', to: '2026-10-31 23:59:59' }],
  }
  const readingsOf = (repairs: ChosenRepairs, ...lines: string[]) =>
    previewReadings(importedOf('readings', repairs, lines), (id) => (id === 1 ? readings : undefined))
  const head = '管理番号|メーター名|測定日時|測定値'

  it('knows a reading by its meter and time, with its value as exports write it', () => {
    const { rows } = readingsOf(
      {},
      head,
      'w-1||2026/11/1 9:00|12.3',
      'W-1||2026/11/1 9:00|',
      'W-1||2026/11/1 9:00|13',
      'W-1||2026/11/2 9:00|14',
      'W-3||2026/10/2 9:00|14',
    )
    expect(rows.map(({ state }) => state)).toEqual(['unchanged', 'unchanged', 'error', 'new', 'new'])
    expect(rows[2]?.errors).toMatchObject([{ column: 'value', problem: 'conflict', text: '13' }])
    expect(rows[3]?.cells).toEqual([
      { column: 'code', before: null, after: 1 },
      { column: 'time', before: null, after: '2026-11-02 09:00:00' },
      { column: 'value', before: null, after: 14 },
    ])
  })

  it('refuses closed months by name', () => {
    const [row] = readingsOf({}, head, 'W-1||2026/10/31 12:00|14').rows
    expect(row?.errors).toMatchObject([{ column: 'time', problem: 'closed_month', month: '2026-10' }])
  })

  it('names both rows of a meter and time that the file has twice', () => {
    const { rows } = readingsOf({}, head, 'W-1||2026/11/2 9:00|14', 'W-1||R8.11.2 9:00|15')
    expect(rows.map(({ errors }) => errors)).toMatchObject([
      [{ problem: 'duplicate_key', rows: [2, 3] }],
      [{ problem: 'duplicate_key', rows: [2, 3] }],
    ])
  })

  it('takes the name of a meter only as a proposal for new readings', () => {
    const lines = [
      head,
      '|受水|2026/11/1 9:00|12.3',
      '|受水|2026/11/2 9:00|14',
      '|同名|2026/11/2 9:00|14',
      '||2026/11/2 9:00|14',
      'X||2026/11/2 9:00|1',
    ]
    expect(readingsOf({}, ...lines).rows).toMatchObject([
      { state: 'unchanged' },
      { errors: [{ problem: 'key_missing', proposals: [{ repair: 'match_by_name', value: 1 }] }] },
      { errors: [{ problem: 'key_missing', proposals: [] }] },
      { errors: [{ column: 'name', problem: 'required' }] },
      { errors: [{ column: 'code', problem: 'unknown_reference', text: 'X' }] },
    ])
    expect(readingsOf({ code: ['match_by_name'] }, ...lines).rows[1]?.state).toBe('new')
  })

  it('says that a value is missing where a word such as 未検針 was taken for an empty cell', () => {
    const lines = [head, 'W-1||2026/11/2 9:00|未検針']
    expect(readingsOf({}, ...lines).groups).toMatchObject([
      { problem: 'not_a_number', repairs: ['no_value'] },
    ])
    expect(readingsOf({ value: ['no_value'] }, ...lines).groups).toMatchObject([
      { column: 'value', problem: 'required', rows: [2] },
    ])
  })

  it('reads days alone at the time of day that is chosen for all of them', () => {
    const lines = [head, 'W-1||2026/11/30|14']
    expect(readingsOf({}, ...lines).groups).toMatchObject([
      { column: 'time', problem: 'time_missing', repairs: ['start_of_day', 'noon', 'end_of_day'] },
    ])
    expect(readingsOf({ time: ['end_of_day'] }, ...lines).rows[0]?.cells[1]?.after).toBe(
      '2026-12-01 00:00:00',
    )
  })
})
