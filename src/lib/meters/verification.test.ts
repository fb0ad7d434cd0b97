// Covers docs/requirements.md: 738

import { expect, test } from 'vitest'
import { verificationState } from './verification.ts'

test.each([
  [null, null],
  ['2026-11-28', 'expired'],
  ['2026-11-29', 'ending'],
  ['2027-01-28', 'ending'],
  ['2027-01-29', null],
])('on 2026-11-29 a verification until %s is %s', (expiresOn, state) => {
  expect(verificationState(expiresOn, '2026-11-29')).toBe(state)
})
