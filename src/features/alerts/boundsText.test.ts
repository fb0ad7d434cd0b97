import { expect, test } from 'vitest'
import { boundsText } from './boundsText.ts'

const bounds = { emergency_start_value: 0.8, emergency_end_value: 1 }

test('a unit stands behind a range, and never behind 未登録', () => {
  expect(boundsText(bounds, 2)).toMatch(/^0\.8\d* 〜 1[.0]*$/)
  expect(boundsText(bounds, 2, 'MPa')).toMatch(/ MPa$/)
  expect(boundsText({ ...bounds, emergency_end_value: null }, 2, 'm³')).toBe('未登録')
})
