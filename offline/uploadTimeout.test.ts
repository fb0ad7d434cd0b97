import { expect, test } from 'vitest'
import { uploadTimeout } from './attemptCapture.ts'

test.each([
  [0, 30_000],
  [400_000, 80_000],
  [1_000_000, 149_000],
  [20_000_000, 149_000],
])(
  'requirement 13: %i bytes may take %i ms: at least half a minute, and never as long as a sync event',
  (bytes, time) => {
    expect(uploadTimeout(bytes)).toBe(time)
  },
)
