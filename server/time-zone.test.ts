import { expect, it } from 'vitest'
import { isoInZone, parseLocalTime, startOfDay } from './time-zone.ts'

it.each([
  ['Asia/Tokyo', '2026-11-20T00:00:00Z', '2026-11-20T09:00:00.000+09:00'],
  ['America/New_York', '2026-07-01T00:00:00Z', '2026-06-30T20:00:00.000-04:00'],
  ['America/New_York', '2026-12-01T00:00:00Z', '2026-11-30T19:00:00.000-05:00'],
  ['Asia/Kolkata', '2026-11-20T00:00:00Z', '2026-11-20T05:30:00.000+05:30'],
  ['UTC', '2026-11-20T00:00:00.123Z', '2026-11-20T00:00:00.123+00:00'],
])('writes an instant in %s with the offset of that day: %s', (zone, at, written) => {
  expect(isoInZone(zone, new Date(at))).toBe(written)
  expect(new Date(written)).toEqual(new Date(at))
})

it.each([
  ['Asia/Tokyo', '2026-11-20 09:00:00', '2026-11-20T00:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-20', '2026-11-19T15:00:00.000Z'],
  ['America/New_York', '2026-07-01 09:00', '2026-07-01T13:00:00.000Z'],
])('takes a local time of %s for what clocks showed there: %s', (zone, local, instant) => {
  expect(parseLocalTime(zone, local)?.toISOString()).toBe(instant)
})

it.each(['2026-02-29', '2026-04-31 10:00', '0000-01-01', '2026-11-20 24:30'])('knows no %s', (local) => {
  expect(parseLocalTime('Asia/Tokyo', local)).toBeNull()
})

it('finds the start of a local day across a change of clocks', () => {
  // 1 November 2026 has 25 hours in New York.
  const noon = new Date('2026-11-01T17:00:00Z')
  expect(startOfDay('America/New_York', noon, 0).toISOString()).toBe('2026-11-01T04:00:00.000Z')
  expect(startOfDay('America/New_York', noon, 1).toISOString()).toBe('2026-11-02T05:00:00.000Z')
})
