// Covers docs/requirements.md: 556

import { describe, expect, it } from 'vitest'
import { capturedAt } from './measured-at.ts'

const now = new Date('2026-11-20T00:00:00Z')
const never = new Date('9999-12-31T23:59:59Z')

it('takes a picture that a phone dates after its arrival for one of now', () => {
  const later = new Date('2026-11-21T00:00:00Z')
  const told = capturedAt(later, { sent: now, startedAt: now })
  expect(told).toEqual({ offsetMs: 0, knownOffsetMs: null, createdAt: now })
})

it.each([
  ['is beyond the calendar in some zones', never, now],
  ['would be put right to one beyond the calendar', never, new Date('2000-01-01T00:00:00Z')],
  ['is before it', new Date('0000-06-01T00:00:00Z'), now],
])(
  'refuses a time of capture that %s: neither database nor answer could hold it',
  (_what, captured, sent) => {
    expect(() => capturedAt(captured, { sent, startedAt: now })).toThrow('validation_failed')
  },
)

describe('requirement 19: a clock whose error was known when the photograph was taken', () => {
  const minute = 60_000
  const minutesOn = (minutes: number) => new Date(now.getTime() + minutes * minute)
  /** Photographed `at`, sent `now` by the server's clock; minutes of the phone's. */
  const tell = (at: number, known: number | undefined, sending: number) =>
    capturedAt(minutesOn(at), { sent: minutesOn(sending), known: known && known * minute, startedAt: now })
      .createdAt

  it.each([
    ['put right since', -30, 10, 0, -40],
    ['put wrong in another way since', -30, 10, -60, -40],
    ['as wrong as before', -30, 10, 11, -41],
    ['found wrong only when sending', -30, 0, 60, -90],
    ['right all along', -30, 1, 0, -30],
    ['never known', -30, undefined, 10, -40],
    ['put right before, or the photograph would be from the future', -30, -60, 0, -30],
  ])('%s', (_what, at, known, sending, expected) => {
    expect(tell(at, known, sending)).toEqual(minutesOn(expected))
  })

  it('refuses what would be put right to a time that neither database nor answer could hold', () => {
    const clock = { sent: now, known: -9e14, startedAt: now }
    expect(() => capturedAt(never, clock)).toThrow('validation_failed')
  })
})
