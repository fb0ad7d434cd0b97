// Covers docs/requirements.md: 491

import { expect, it } from 'vitest'
import { endDay, spanText } from './days.ts'

it('a past round stands at its last day, and says from when to when it went where that is more than a day', () => {
  const week = { begins_at: '2026-11-16T00:00:00+09:00', ends_at: '2026-11-23T00:00:00+09:00' }
  expect(endDay(week.ends_at, 'Asia/Tokyo')).toBe('2026/11/22（日）')
  expect(spanText(week, 'Asia/Tokyo')).toBe('11/16 〜 11/22')
  expect(spanText({ ...week, begins_at: '2026-11-22T00:00:00+09:00' }, 'Asia/Tokyo')).toBe(null)
})
