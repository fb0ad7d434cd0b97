// Covers docs/requirements.md: 896

import { expect, it } from 'vitest'
import { closingDaysText } from './closingDays.ts'

it.each([
  ['2026-11-28T23:59:00+09:00', 'あと2日'],
  ['2026-11-30T00:00:00+09:00', '今日締めます'],
  ['2026-11-30T23:59:00+09:00', '今日締めます'],
  ['2026-12-01T00:00:00+09:00', '1日過ぎています'],
  ['2026-12-03T09:00:00+09:00', '3日過ぎています'],
])('at %s a month that ends with November is %s', (now, text) => {
  expect(closingDaysText('2026-12-01T00:00:00+09:00', Date.parse(now), 'Asia/Tokyo')).toBe(text)
})

it('is over on its last day behind the closing hour', () => {
  const now = Date.parse('2026-11-20T10:00:00+09:00')
  expect(closingDaysText('2026-11-20T09:00:00+09:00', now, 'Asia/Tokyo')).toBe('締め日時を過ぎました')
})
