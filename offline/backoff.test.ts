import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

test('pauses double from one second to five minutes', () => {
  expect([1, 2, 3, 9, 10, 500].map((attempts) => backoff(attempts, null, 1))).toEqual([
    1000, 2000, 4000, 256_000, 300_000, 300_000,
  ])
  expect(backoff(1, null, 0)).toBe(750)
})
