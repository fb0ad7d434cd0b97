import { expect, it } from 'vitest'
import { capturedAt } from './measured-at.ts'

const now = new Date('2026-11-20T00:00:00Z')
const never = new Date('9999-12-31T23:59:59Z')

it('takes a picture that a phone dates after its arrival for one of now', () => {
  const later = new Date('2026-11-21T00:00:00Z')
  expect(capturedAt(later, now, now)).toEqual({ offsetMs: 0, createdAt: now })
})

it.each([
  ['is beyond the calendar in some zones', never, now],
  ['would be put right to one beyond the calendar', never, new Date('2000-01-01T00:00:00Z')],
  ['is before it', new Date('0000-06-01T00:00:00Z'), now],
])(
  'refuses a time of capture that %s: neither database nor answer could hold it',
  (_what, captured, sent) => {
    expect(() => capturedAt(captured, sent, now)).toThrow('validation_failed')
  },
)
