// Covers docs/requirements.md: 880, 881

import { describe, expect, it } from 'vitest'
import { findLayout } from './header.ts'
import { importNouns } from './nouns.ts'

const rowsOf = (...lines: string[]) =>
  lines.flatMap((line, index) => (line === '' ? [] : [{ number: index + 1, cells: line.split('|') }]))
const layoutOf = (...lines: string[]) => findLayout(rowsOf(...lines), importNouns.meters)

describe('findLayout', () => {
  it('finds one row by known names, however they are written', () => {
    expect(layoutOf('ﾒｰﾀｰ名（必須）|管理 番号|検針値(m3)|単位※', '給水|W-1|12|m³')).toEqual({
      layout: {
        header: [1],
        columns: ['name', 'code', null, 'unit'],
        skipped: [{ row: 1, reason: 'header' }],
      },
      duplicates: [],
    })
  })

  it('finds two rows below a title and empty lines, and leaves out what is no data', () => {
    const { layout } = layoutOf(
      '令和8年度 メーター台帳|令和8年度 メーター台帳',
      '',
      '番号|名称|異常範囲|異常範囲|単位',
      '||下限|上限|',
      'W-1|給水|0|9|m³',
      '番号|名称|異常範囲|異常範囲|単位',
      '||下限|上限|',
      'W-2|合計|0|9|m³',
      '|小 計||18|',
      '合計|||18|',
    )
    expect(layout).toEqual({
      header: [3, 4],
      columns: ['code', 'name', 'emergency_start_value', 'emergency_end_value', 'unit'],
      skipped: [
        { row: 1, reason: 'above_header' },
        { row: 3, reason: 'header' },
        { row: 4, reason: 'header' },
        { row: 6, reason: 'repeated_header' },
        { row: 7, reason: 'repeated_header' },
        { row: 9, reason: 'total' },
        { row: 10, reason: 'total' },
      ],
    })
  })

  it('leaves a header that occurs twice to a person', () => {
    expect(layoutOf('管理番号|名称|メーター名|単位', 'W-1|給水|給水管|m³')).toMatchObject({
      layout: { columns: ['code', null, null, 'unit'] },
      duplicates: [{ key: 'name', columns: [1, 2] }],
    })
  })

  it('has no header without a known name, nor below the first rows', () => {
    const line = 'a|b'
    expect(layoutOf(line, '1|2').layout).toEqual({ header: [], columns: [null, null], skipped: [] })
    expect(layoutOf(...Array<string>(20).fill(line), '管理番号|単位').layout.header).toEqual([])
  })

  it.each(Object.values(importNouns))('finds the columns of $name by their own names', (noun) => {
    const cells = noun.columns.map(({ label }) => label)
    expect(findLayout([{ number: 1, cells }], noun)).toMatchObject({
      layout: { columns: noun.columns.map(({ key }) => key) },
      duplicates: [],
    })
  })
})
