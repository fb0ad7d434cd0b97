// Covers docs/requirements.md: 987

import { describe, expect, it } from 'vitest'
import { quietEnd } from './quiet-hours.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const night = { from: '22:00', to: '07:00', weekdays: everyDay }
const end = (zone: string, hours: typeof night, at: string) =>
  quietEnd(zone, hours, new Date(at))?.toISOString() ?? null

describe('quietEnd', () => {
  it.each([
    ['2026-11-20T21:59:59+09:00', null],
    ['2026-11-20T22:00:00+09:00', '2026-11-20T22:00:00.000Z'],
    ['2026-11-20T23:59:59+09:00', '2026-11-20T22:00:00.000Z'],
    ['2026-11-21T00:00:00+09:00', '2026-11-20T22:00:00.000Z'],
    ['2026-11-21T06:59:59+09:00', '2026-11-20T22:00:00.000Z'],
    ['2026-11-21T07:00:00+09:00', null],
  ])('over midnight in Tokyo, at %s', (at, expected) => {
    expect(end('Asia/Tokyo', night, at)).toBe(expected)
  })

  it.each([
    ['2026-11-20T11:59:59+09:00', null],
    ['2026-11-20T12:00:00+09:00', '2026-11-20T04:00:00.000Z'],
    ['2026-11-20T13:00:00+09:00', null],
  ])('within a day, at %s', (at, expected) => {
    expect(end('Asia/Tokyo', { from: '12:00', to: '13:00', weekdays: everyDay }, at)).toBe(expected)
  })

  // 2026-11-21 is a Saturday.
  it.each([
    ['the night that begins on it', '2026-11-21T23:00:00+09:00', '2026-11-21T22:00:00.000Z'],
    ['the morning after it', '2026-11-22T06:00:00+09:00', '2026-11-21T22:00:00.000Z'],
    ['not the morning of it', '2026-11-21T06:00:00+09:00', null],
    ['not the night after it', '2026-11-22T23:00:00+09:00', null],
  ])('a weekday is that on which they begin: %s', (_what, at, expected) => {
    expect(end('Asia/Tokyo', { ...night, weekdays: [6] }, at)).toBe(expected)
  })

  it('keeps to the clock on the wall where clocks are set forward', () => {
    // Berlin, 2026-03-29: 2:00 is 3:00. The night has eight hours.
    expect(end('Europe/Berlin', night, '2026-03-28T21:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(end('Europe/Berlin', night, '2026-03-29T04:59:59Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(end('Europe/Berlin', night, '2026-03-29T05:00:00Z')).toBe(null)
    // 2:30 does not exist: an hour later.
    expect(end('Europe/Berlin', { ...night, to: '02:30' }, '2026-03-29T01:15:00Z')).toBe(
      '2026-03-29T01:30:00.000Z',
    )
  })

  it('ends once where clocks are set back', () => {
    // Berlin, 2026-10-25: 3:00 is 2:00 again. The night has ten hours.
    expect(end('Europe/Berlin', night, '2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
    const early = { ...night, to: '02:30' }
    expect(end('Europe/Berlin', early, '2026-10-25T00:29:59Z')).toBe('2026-10-25T00:30:00.000Z')
    // 2:15 for the second time.
    expect(end('Europe/Berlin', early, '2026-10-25T01:15:00Z')).toBe(null)
  })
})
