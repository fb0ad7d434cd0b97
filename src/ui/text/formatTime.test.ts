import { expect, test } from 'vitest'
import { formatFullTime, formatRelativeTime, formatTimeAgo, todayIn } from './formatTime.ts'

const zone = 'Asia/Tokyo'
const at = (text: string) => Date.parse(`${text}+09:00`)
const now = at('2026-11-20T15:30:00')

test.each([
  ['2026-11-20T14:03:00', '今日 14:03'],
  ['2026-11-20T00:00:00', '今日 00:00'],
  ['2026-11-19T23:59:00', '昨日 23:59'],
  ['2026-11-18T09:00:00', '11/18 09:00'],
  ['2026-01-05T09:00:00', '1/5 09:00'],
  ['2025-11-20T15:30:00', '2025/11/20 15:30'],
  ['2026-11-21T09:00:00', '11/21 09:00'],
])('%s is said as %s', (time, words) => {
  expect(formatRelativeTime(at(time), now, zone)).toBe(words)
})

test('the day is that of the organization, wherever the device is', () => {
  const justAfterMidnightInTokyo = at('2026-11-20T00:10:00')
  expect(formatRelativeTime(justAfterMidnightInTokyo, now, 'Asia/Tokyo')).toBe('今日 00:10')
  expect(formatRelativeTime(justAfterMidnightInTokyo, now, 'UTC')).toBe('昨日 15:10')
})

test('yesterday is a calendar day also where a day has 23 hours', () => {
  const afterTheChange = Date.parse('2026-03-29T12:00:00+02:00')
  const before = Date.parse('2026-03-28T00:30:00+01:00')
  expect(formatRelativeTime(before, afterTheChange, 'Europe/Berlin')).toBe('昨日 00:30')
})

test('the full time goes to the second', () => {
  expect(formatFullTime(at('2026-01-05T09:07:03'), zone)).toBe('2026/01/05 09:07:03')
})

test.each([
  [20_000, 'たった今'],
  [5 * 60_000, '5分前'],
  [3 * 3_600_000, '3時間前'],
  [12 * 86_400_000, '12日前'],
])('%i ms ago is said as %s', (ago, words) => {
  expect(formatTimeAgo(now - ago, now)).toBe(words)
})

test('today is the organization’s day, not the phone’s', () => {
  const late = Date.parse('2026-11-19T15:30:00Z')
  expect(todayIn('Asia/Tokyo', late)).toBe('2026-11-20')
  expect(todayIn('UTC', late)).toBe('2026-11-19')
})
