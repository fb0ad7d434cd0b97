// Covers docs/requirements.md: 48, 66, 171

import { expect, test } from 'vitest'
import { isAbnormal, type ReadState, readState } from './abnormal.ts'

const range = (start: number | null, end: number | null) => ({
  emergency_start_value: start,
  emergency_end_value: end,
})
const of = (value: number | null, read_state: ReadState | null = null) => ({ value, read_state })

test('both ends of the emergency range are abnormal, what lies just outside is not', () => {
  expect(isAbnormal(of(0.8), range(0.8, 1))).toBe(true)
  expect(isAbnormal(of(1), range(0.8, 1))).toBe(true)
  expect(isAbnormal(of(0.799_999), range(0.8, 1))).toBe(false)
  expect(isAbnormal(of(1.000_001), range(0.8, 1))).toBe(false)
})

test('without both ends no value is abnormal', () => {
  expect(isAbnormal(of(5), range(null, null))).toBe(false)
  expect(isAbnormal(of(5), range(0, null))).toBe(false)
  expect(isAbnormal(of(5), range(null, 10))).toBe(false)
})

test('an empty value is abnormal, unless its picture has not been read', () => {
  expect(isAbnormal(of(null), range(null, null))).toBe(true)
  expect(isAbnormal(of(null, readState.processed), range(null, null))).toBe(true)
  expect(isAbnormal(of(null, readState.failed), range(null, null))).toBe(true)
  expect(isAbnormal(of(null, readState.unprocessed), range(null, null))).toBe(false)
  expect(isAbnormal(of(null, readState.waiting), range(null, null))).toBe(false)
})

test('a value that a person gave is judged even before its picture is read', () => {
  expect(isAbnormal(of(0.9, readState.unprocessed), range(0.8, 1))).toBe(true)
})
