// Covers docs/requirements.md: 869, 870, 941

import { IconGauge } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import type { Found } from '../../../contract/search.ts'
import { choiceOf, findHeld, findScreens, findTopics, type HeldRow, type SearchedScreen } from './choices.ts'
import { splitWords } from './searchWords.ts'

const words = (typed: string) => splitWords(typed, '2026-11-29')
const screen = (to: string, label: string, more: Partial<SearchedScreen> = {}): SearchedScreen => ({
  to,
  label,
  icon: IconGauge,
  access: 'user',
  ...more,
})
const screens = [
  screen('/', 'ホーム'),
  screen('/meters', 'メーター'),
  screen('/data', 'データ', { words: 'グラフ' }),
  screen('/usage', '使用量'),
  screen('/closings', '締め'),
  screen('/closings', '検針サイクル', { words: '締め日', search: { tab: 'cycles' } }),
  screen('/ai-test', 'スマートメーター試験'),
]

describe('findScreens', () => {
  const labels = (typed: string) => findScreens(screens, words(typed)).map(({ label }) => label)

  it('finds screens by label and further words, those first whose label begins with what was typed', () => {
    expect(labels('めーたー')).toEqual(['メーター', 'スマートメーター試験'])
    expect(labels('ｸﾞﾗﾌ')).toEqual(['データ'])
    expect(labels('締め')).toEqual(['締め', '検針サイクル'])
    expect(labels('ポンプ')).toEqual([])
    expect(labels('')).toHaveLength(screens.length)
  })

  it('leads to a period on the screens that show one', () => {
    expect(findScreens(screens, words('先月'))).toEqual([
      expect.objectContaining({ to: '/data', search: { from: '2026-10-01', to: '2026-10-31' } }),
      expect.objectContaining({
        to: '/usage',
        search: { view: 'month', at: '2026-10-01' },
        detail: '2026年10月',
      }),
      expect.objectContaining({ to: '/closings', search: { month: '2026-10' } }),
    ])
    expect(labels('昨日')).toEqual(['データ', '使用量'])
    expect(labels('使用量 去年')).toEqual(['使用量'])
  })
})

describe('findTopics', () => {
  const topics = [
    { id: 'walk', title: '巡回して撮影する', purpose: '順に撮影します。', words: '点検' },
    { id: 'labels', title: 'QRラベルを貼る', purpose: 'ラベルを印刷します。', words: 'シール 巡回' },
  ]
  const found = (typed: string) => findTopics(topics, words(typed)).map(({ to }) => to)

  it('finds topics by title and further words, those first whose title has them', () => {
    expect(found('ｑｒらべる')).toEqual(['/help/labels'])
    expect(found('巡回')).toEqual(['/help/walk', '/help/labels'])
  })

  it('returns none without words, or for a period', () => {
    expect(found('')).toEqual([])
    expect(found('巡回 先月')).toEqual([])
  })
})

describe('choiceOf', () => {
  const meter: Found = { type: 'meter', id: 12, name: '冷却水ポンプ', details: ['W-3', '地下'] }
  const led = (row: Found, typed: string, isCumulative = true) => choiceOf(row, words(typed), isCumulative)

  it('leads to a meter’s month in 使用量, with its graph', () => {
    expect(led(meter, 'ポンプ 先月')).toEqual({
      type: 'meter',
      label: '冷却水ポンプ',
      detail: '2026年10月の使用量・W-3・地下',
      to: '/usage',
      search: { view: 'month', at: '2026-10-01', text: '冷却水ポンプ', chart: 'm12' },
    })
  })

  it('leads to the statistics of a meter that does not count up', () => {
    expect(led(meter, 'ポンプ 昨日', false)).toMatchObject({
      detail: expect.stringMatching(/の最大・最小・平均・W-3・地下$/),
      search: { view: 'day', at: '2026-11-28', text: '冷却水ポンプ', of: 'gauges' },
    })
  })

  it('leads to the details of a meter, or to the screen that is named', () => {
    expect(led(meter, 'ポンプ')).toMatchObject({ to: '/meters/12', detail: 'W-3・地下' })
    expect(led(meter, 'ポンプ 撮影')).toMatchObject({ to: '/capture-meter-value/12' })
    expect(led(meter, 'ポンプ グラフ 先月')).toMatchObject({
      to: '/data/12',
      search: { from: '2026-10-01', to: '2026-10-31' },
      detail: '2026年10月のデータ・W-3・地下',
    })
    expect(led(meter, 'ポンプ 使用量')?.search).toMatchObject({ view: 'year', chart: 'm12' })
  })

  it('leads to the alerts of a meter or group, also to those that began in a period', () => {
    const group: Found = { type: 'group', id: 3, name: '東棟', details: [] }
    expect(led(meter, 'ポンプ アラート')).toMatchObject({
      to: '/alerts',
      search: { meters: [12] },
      detail: 'アラート・W-3・地下',
    })
    expect(led(meter, 'ポンプ 異常 先月')).toMatchObject({
      search: { meters: [12], from: '2026-10-01', to: '2026-10-31' },
      detail: '2026年10月のアラート・W-3・地下',
    })
    expect(led(group, '東棟 アラート')?.search).toEqual({ groups: [3] })
    expect(led({ ...group, type: 'cost-bearer' }, '東棟 アラート 先月')).toBeNull()
  })

  it('leads from groups and 負担先 to their usage, and leaves out rows without any', () => {
    const row = (type: Found['type']): Found => ({ type, id: 3, name: '東棟', details: [] })
    expect(led(row('group'), '東棟')).toMatchObject({ to: '/meters', search: { groups: [3] } })
    expect(led(row('group'), '東棟 先月')).toMatchObject({ to: '/usage', search: { groups: [3] } })
    expect(led(row('cost-bearer'), '東棟 去年')?.search).toMatchObject({ view: 'year', bearers: [3] })
    expect(led(row('device'), '東棟')).toMatchObject({ to: '/devices/3' })
    expect(led(row('device'), '東棟 先月')).toBeNull()
  })
})

describe('findHeld', () => {
  const row = (id: number, name: string, ...details: string[]): HeldRow => ({
    type: 'meter',
    id,
    name,
    details,
  })

  it('puts what equals the text first, then where it is found earliest', () => {
    const rows = [row(1, '北側の送風機'), row(2, '送風機室'), row(3, '屋外', '送風機'), row(4, '水道')]
    expect(findHeld(rows, '送風機').map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('finds all words, in name and details, however they are written', () => {
    const rows = [row(1, '冷却水', 'AB-1', '地下 ポンプ室'), row(2, '冷却水', 'AB-2')]
    expect(findHeld(rows, '冷却水　ﾎﾟﾝﾌﾟ').map(({ id }) => id)).toEqual([1])
    expect(findHeld(rows, '\u200b')).toEqual([])
  })

  it('returns ten rows of each type', () => {
    const meters = Array.from({ length: 12 }, (_, index) => row(index + 1, '水道'))
    const found = findHeld([...meters, { type: 'group', id: 1, name: '水道', details: [] }], '水道')
    expect(found).toHaveLength(11)
    expect(found.at(-1)?.type).toBe('group')
  })
})
