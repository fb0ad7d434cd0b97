// Covers docs/requirements.md: 383

import { describe, expect, it } from 'vitest'
import { clockOffset, measuredTime, offsetText } from './measured-time.ts'

const now = new Date('2026-11-20T09:00:00Z')
const drift = 180
const at = (told: string, sent: string | null = null) => {
  const offset = clockOffset(sent === null ? null : new Date(sent), now, drift)
  const { at, isArrival } = measuredTime(new Date(told), offset, now, drift)
  return isArrival ? { arrival: at.toISOString() } : at.toISOString()
}
const arrival = { arrival: now.toISOString() }

describe('when something was measured', () => {
  it('is what a right clock says, and a little off is right', () => {
    expect(at('2026-11-20T08:59:00Z')).toBe('2026-11-20T08:59:00.000Z')
    expect(at('2026-11-20T08:59:00Z', '2026-11-20T09:02:59Z')).toBe('2026-11-20T08:59:00.000Z')
    expect(at('2026-11-20T09:02:59Z')).toBe('2026-11-20T09:02:59.000Z')
    expect(at('2025-01-01T00:00:00Z')).toBe('2025-01-01T00:00:00.000Z')
  })

  it('is put right by what the clock says at sending', () => {
    expect(at('2026-11-20T09:59:00Z', '2026-11-20T10:00:00Z')).toBe('2026-11-20T08:59:00.000Z')
    expect(at('1970-01-01T00:04:00Z', '1970-01-01T00:05:00Z')).toBe('2026-11-20T08:59:00.000Z')
    expect(at('2099-01-01T00:04:00Z', '2099-01-01T00:05:00Z')).toBe('2026-11-20T08:59:00.000Z')
  })

  it.each([
    ['1970, without the time of sending', '1970-01-01T00:05:00Z', null],
    ['2000, without the time of sending', '2000-01-01T00:00:00Z', null],
    ['ahead by more than the drift', '2026-11-20T09:03:01Z', null],
    ['2099', '2099-01-01T00:00:00Z', null],
    ['1970, sent by a clock that was set in between', '1970-01-01T00:05:00Z', '2026-11-20T09:00:00Z'],
    ['1970, sent by another wrong clock', '1970-01-01T00:05:00Z', '2000-01-01T00:00:00Z'],
    ['correct, sent by a clock that was lost in between', '2026-11-20T08:59:00Z', '1970-01-01T00:05:00Z'],
    ['no time', 'soon', null],
  ])('is the time of arrival where the device’s time is %s', (_what, told, sent) => {
    expect(at(told, sent)).toEqual(arrival)
  })
})

it('how far a clock was off is told in its two largest units', () => {
  expect(offsetText(312_000)).toBe('端末の時計が5分12秒進んでいたため、測定日時を補正しました。')
  expect(offsetText(-3_600_000)).toBe('端末の時計が1時間遅れていたため、測定日時を補正しました。')
  expect(offsetText(90_061_000)).toBe('端末の時計が1日1時間進んでいたため、測定日時を補正しました。')
})
