import { expect, test } from 'vitest'
import { ageOf } from './outboxAge.ts'

const hour = 3_600_000
test.each([
  [null, 'fresh'],
  [24 * hour - 1, 'fresh'],
  [24 * hour, 'late'],
  [72 * hour - 1, 'late'],
  [72 * hour, 'urgent'],
])('requirement 10: a row that has waited %s ms is %s', (waited, age) => {
  const now = 1_790_000_000_000
  expect(ageOf(waited === null ? null : now - waited, now)).toBe(age)
})
