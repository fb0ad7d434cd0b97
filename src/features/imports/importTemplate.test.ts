// Covers docs/requirements.md: 914

import { expect, test } from 'vitest'
import { findLayout } from '../../../contract/import/header.ts'
import { importTargets } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { previewReadings } from '../../../contract/import/previewReadings.ts'
import { previewRecords } from '../../../contract/import/previewRecords.ts'
import { previewReplacements } from '../../../contract/import/previewReplacements.ts'
import { readTable } from '../../../server/tables/read-table.ts'
import { importTemplate } from './importTemplate.ts'

const lists = { units: ['m³', 'kWh'], categories: ['カウンター'], groups: ['北棟'], devices: ['=屋上'] }
const references = {
  meters: [{ id: 1, name: '受水槽', code: 'W-001' }],
  units: [{ id: 1, name: 'm³' }],
  categories: [{ id: 1, name: 'カウンター' }],
}

const templateOf = async (noun: (typeof importTargets)[number]) =>
  Buffer.from(await (await importTemplate(noun, lists)).arrayBuffer())

test.each(importTargets)('the example in the template of %s can be imported', async (name) => {
  const noun = importNouns[name]
  const { table } = await readTable(await templateOf(name), 'template.xlsx')
  const { layout, duplicates } = findLayout(table.rows, noun)
  expect(layout.columns).toEqual(noun.columns.map(({ key }) => key))
  expect(duplicates).toEqual([])
  const imported = { noun, rows: table.rows, layout, repairs: {}, references }
  const preview =
    name === 'readings'
      ? previewReadings(imported, () => undefined)
      : name === 'replacements'
        ? previewReplacements(imported, () => undefined)
        : previewRecords(imported, [])
  expect(preview.rows).toMatchObject([{ state: 'new', errors: [] }])
})

test('the second sheet lists what can be chosen, each value once', async () => {
  const cellsOf = async (noun: 'meters' | 'users') => {
    const { table } = await readTable(await templateOf(noun), 'template.xlsx', '選択肢')
    return table.rows.map(({ cells }) => cells)
  }
  expect(await cellsOf('meters')).toEqual([
    ['測定端末', '単位', 'メーター種別', '積算', 'メーターグループ', '指針の丸め'],
    ['=屋上', 'm³', 'カウンター', 'する', '北棟', 'しない'],
    ['', 'kWh', '', 'しない', '', '整数に切り捨て'],
  ])
  expect((await cellsOf('users')).map(([first]) => first)).toEqual([
    '権限',
    '一般ユーザー',
    '管理者ユーザー',
    'システム管理者ユーザー',
  ])
})
