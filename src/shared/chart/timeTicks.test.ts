// Covers docs/requirements.md: 86

import { expect, test } from 'vitest'
import { fromWallClock, spanTime, toWallClock } from '../../ui/text/localTime.ts'
import { timeTicks } from './timeTicks.ts'

const tokyo = 'Asia/Tokyo'
const at = (time: string) => Date.parse(`${time}+09:00`)
const now = at('2026-11-20T12:00:00')
const labels = (from: string, to: string, max = 8, zone = tokyo) =>
  timeTicks(at(from), at(to), zone, now, max).map(({ label }) => label)

test('some days are ticked at their midnights', () => {
  const ticks = timeTicks(at('2026-11-16T09:00:00'), at('2026-11-20T09:00:00'), tokyo, now, 6)
  expect(ticks.map(({ label }) => label)).toEqual(['11/17', '11/18', '11/19', '11/20'])
  expect(ticks.map((tick) => tick.at)).toEqual([17, 18, 19, 20].map((day) => at(`2026-11-${day}T00:00:00`)))
})

test('hours are ticked on the hour, the day said once', () => {
  expect(labels('2026-11-19T17:30:00', '2026-11-20T06:30:00', 5)).toEqual([
    '11/19 18:00',
    '21:00',
    '11/20',
    '03:00',
    '06:00',
  ])
})

test('the year is said where it is not the one before', () => {
  expect(labels('2025-12-29T12:00:00', '2026-01-03T12:00:00', 6)).toEqual([
    '2025/12/30',
    '12/31',
    '2026/1/1',
    '1/2',
    '1/3',
  ])
})

test('years of readings are ticked at the firsts of months', () => {
  expect(labels('2024-11-15T00:00:00', '2026-11-15T00:00:00', 8)).toEqual([
    '2025/1',
    '2025/4',
    '2025/7',
    '2025/10',
    '2026/1',
    '2026/4',
    '2026/7',
    '2026/10',
  ])
})

test('there are never more ticks than have room', () => {
  for (const length of [1, 7, 45, 600, 9_000, 90_000, 2_000_000]) {
    for (const max of [2, 4, 9]) {
      const ticks = timeTicks(now - length * 60_000, now, tokyo, now, max)
      expect(ticks.length, `${length} minutes`).toBeLessThanOrEqual(max + 1)
    }
  }
})

test('where clocks change, midnight stays midnight', () => {
  const zone = 'America/New_York'
  const begin = Date.parse('2026-10-30T12:00:00-04:00')
  const ticks = timeTicks(begin, begin + 4 * 86_400_000, zone, now, 5)
  expect(ticks.map((tick) => new Date(tick.at).toISOString().slice(11, 13))).toEqual(['04', '04', '05', '05'])
  expect(fromWallClock(toWallClock(begin, zone), zone)).toBe(begin)
})

test('a minute is written as spans have it', () => {
  expect(spanTime(at('2026-11-20T00:05:59'), tokyo)).toBe('2026-11-20-00-05')
})
