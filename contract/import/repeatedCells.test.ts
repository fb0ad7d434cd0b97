// Covers docs/requirements.md: 1021

import { expect, it } from 'vitest'
import { findLayout } from './header.ts'
import { importNouns } from './nouns.ts'
import type { ChosenRepairs } from './preview.ts'
import { countRepeatedCells, fillRepeatedCells } from './repeatedCells.ts'

function tableOf(name: keyof typeof importNouns, ...lines: string[]) {
  const noun = importNouns[name]
  const rows = lines.map((line, index) => ({ number: index + 1, cells: line.split('|') }))
  const { layout } = findLayout(rows, noun)
  return {
    counts: countRepeatedCells(rows, noun, layout),
    filled: (repairs: ChosenRepairs) =>
      fillRepeatedCells(rows, noun, layout, repairs).map(({ cells }) => cells.join('|')),
  }
}
const same = ['same_as_above'] as const

it('fills the blank cells of a column, and marks such as 同上, from above if that is chosen', () => {
  const { counts, filled } = tableOf(
    'meters',
    '管理番号|メーター名|グループ|備考',
    'A-1|受水|東棟',
    'A-2|給水||要確認',
    'A-3|中水|〃',
    '|合計|',
    'A-4|雨水|西棟',
    'A-5|温水|同上',
  )
  expect(counts).toEqual([{ column: 'group', count: 3 }])
  expect(filled({})).toContain('A-2|給水||要確認')
  expect(filled({ group: same }).slice(1)).toEqual([
    'A-1|受水|東棟',
    'A-2|給水|東棟|要確認',
    'A-3|中水|東棟',
    '|合計|',
    'A-4|雨水|西棟',
    'A-5|温水|西棟',
  ])
})

it('is not proposed where most cells have a text, the first has none, or each row has its own', () => {
  const proposed = (...lines: string[]) => tableOf('meters', '管理番号|グループ|お客様番号', ...lines).counts
  expect(proposed('A-1|東棟|1', 'A-2|東棟', 'A-3||')).toEqual([])
  expect(proposed('A-1||', 'A-2|東棟', 'A-3||')).toEqual([])
  expect(proposed('A-1|東棟|1', 'A-2|東棟|', 'A-3|東棟|')).toEqual([])
})

it('takes the meter of readings from above only for rows that name none', () => {
  const { counts, filled } = tableOf(
    'readings',
    '管理番号|メーター名|測定日時|測定値',
    'A-1|受水|2026/9/1 9:00|1',
    '||2026/10/1 9:00|2',
    '|給水|2026/9/1 9:00|3',
    '||2026/10/1 9:00|4',
  )
  expect(counts).toEqual([
    { column: 'code', count: 2 },
    { column: 'name', count: 2 },
  ])
  expect(filled({ name: same }).slice(1)).toEqual([
    'A-1|受水|2026/9/1 9:00|1',
    '|受水|2026/10/1 9:00|2',
    '|給水|2026/9/1 9:00|3',
    '|給水|2026/10/1 9:00|4',
  ])
  expect(filled({ code: same }).slice(1)).toEqual([
    'A-1|受水|2026/9/1 9:00|1',
    'A-1||2026/10/1 9:00|2',
    '|給水|2026/9/1 9:00|3',
    '||2026/10/1 9:00|4',
  ])
})
