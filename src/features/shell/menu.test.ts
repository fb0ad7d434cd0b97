// Covers docs/requirements.md: 10, 25, 26, 30, 37, 153, 218, 219, 938

import { expect, test } from 'vitest'
import { role } from '../../../contract/access.ts'
import { isActive, menu, visibleMenu } from './menu.ts'

const everything = () => true
const labels = (sections: ReturnType<typeof visibleMenu>) =>
  sections.flatMap(({ items }) => items.map(({ label }) => label))

test('a general user sees the areas in the order of the documents, with 使用量 and 締め behind the data, the rounds behind the devices, 負担先 and 取り込み behind the groups, ヘルプ last, and no administration', () => {
  expect(labels(visibleMenu(role.general, everything))).toEqual([
    'ホーム',
    '今日',
    'メーター',
    '要確認',
    'データ',
    '使用量',
    '締め',
    '端末',
    '点検ルート',
    'アラート',
    'アラートルール',
    'マップ',
    'グループ',
    '負担先',
    '取り込み',
    'ヘルプ',
  ])
})

test('administrators see their section, and only the system administrator sees both', () => {
  const headings = (of: Parameters<typeof visibleMenu>[0]) =>
    visibleMenu(of, everything).map(({ heading }) => heading)
  expect(headings(role.admin)).toEqual([null, '管理', null])
  expect(headings(role.system)).toEqual([null, '管理', 'システム管理', null])
})

test('an item without a screen is not shown, nor is a section without items', () => {
  const exists = (path: string) => path === '/' || path === '/meters'
  expect(labels(visibleMenu(role.system, exists))).toEqual(['ホーム', 'メーター'])
})

test.each([
  ['/', 'ホーム'],
  ['/today', '今日'],
  ['/meters', 'メーター'],
  ['/meters/12', 'メーター'],
  ['/meter-value/12', 'メーター'],
  ['/data/3', 'データ'],
  ['/devices/3', '端末'],
  ['/rounds/3', '点検ルート'],
  ['/maps/1', 'マップ'],
  ['/organizations/1', '組織管理'],
  ['/usage', '使用量'],
  ['/review', '要確認'],
  ['/closings', '締め'],
  ['/users', 'ユーザー'],
  ['/audit', '操作履歴'],
  ['/help/walk', 'ヘルプ'],
])('%s is highlighted as %s', (path, label) => {
  const active = menu.flatMap(({ items }) => items).filter((item) => isActive(item, path))
  expect(active.map((item) => item.label)).toEqual([label])
})
