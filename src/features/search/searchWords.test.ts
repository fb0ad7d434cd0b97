// Covers docs/requirements.md: 870

import { describe, expect, it } from 'vitest'
import { periodOf, splitWords } from './searchWords.ts'

const today = '2026-03-01'

describe('periodOf', () => {
  it.each([
    ['今日', 'day', '2026-03-01', '2026-03-01', '2026年3月1日'],
    ['きょう', 'day', '2026-03-01', '2026-03-01', '2026年3月1日'],
    ['昨日', 'day', '2026-02-28', '2026-02-28', '2026年2月28日'],
    ['おととい', 'day', '2026-02-27', '2026-02-27', '2026年2月27日'],
    ['今月', 'month', '2026-03-01', '2026-03-31', '2026年3月'],
    ['先月', 'month', '2026-02-01', '2026-02-28', '2026年2月'],
    ['センゲツ', 'month', '2026-02-01', '2026-02-28', '2026年2月'],
    ['先々月', 'month', '2026-01-01', '2026-01-31', '2026年1月'],
    ['今年', 'year', '2026-01-01', '2026-12-31', '2026年'],
    ['去年', 'year', '2025-01-01', '2025-12-31', '2025年'],
    ['昨年', 'year', '2025-01-01', '2025-12-31', '2025年'],
    ['おととし', 'year', '2024-01-01', '2024-12-31', '2024年'],
    ['３月', 'month', '2026-03-01', '2026-03-31', '2026年3月'],
    ['12月', 'month', '2025-12-01', '2025-12-31', '2025年12月'],
    ['2024年', 'year', '2024-01-01', '2024-12-31', '2024年'],
  ])('reads %s as a %s from %s to %s', (word, view, from, to, label) => {
    expect(periodOf(word, today)).toEqual({ view, from, to, label })
  })

  it('goes back across the new year', () => {
    expect(periodOf('先月', '2026-01-31')?.from).toBe('2025-12-01')
    expect(periodOf('先々月', '2026-01-31')?.from).toBe('2025-11-01')
    expect(periodOf('昨日', '2026-01-01')?.from).toBe('2025-12-31')
  })

  it.each(['13月', '0月', '月', '先月分', 'ポンプ', '年', ''])('takes %s for no time', (word) => {
    expect(periodOf(word, today)).toBeNull()
  })
})

describe('splitWords', () => {
  it('separates the time, wherever it is typed', () => {
    for (const typed of ['ポンプ 先月', '先月　ポンプ', ' ポンプ  先月 ']) {
      expect(splitWords(typed, today)).toMatchObject({ named: 'ポンプ', period: { from: '2026-02-01' } })
    }
  })

  it('separates the screen of a meter', () => {
    expect(splitWords('ポンプ 撮影', today)).toEqual({
      text: 'ポンプ 撮影',
      named: 'ポンプ',
      period: null,
      aspect: 'capture',
    })
  })

  it('keeps the name of a screen that is typed alone', () => {
    expect(splitWords('使用量 先月', today)).toMatchObject({ text: '使用量', named: '使用量', aspect: null })
    expect(splitWords('先月', today)).toMatchObject({ text: '', named: '', period: { view: 'month' } })
  })
})
