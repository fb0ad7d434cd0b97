import { expect, test } from 'vitest'
import { lastKnown } from './lastKnown.ts'

const sure = { value: 4, created_at: '2026-11-19T09:00:00+09:00' }
const last = (value: number | null) => ({
  id: 1,
  value,
  created_at: '2026-11-20T09:00:00+09:00',
  is_abnormal: value === null,
  is_unsure: value !== null,
  read_state: 1 as const,
  thumbnail: null,
})
const meter = {
  evidence: [sure, { value: 3, created_at: '2026-11-18T09:00:00+09:00' }],
  last_reading: null,
  emergency_start_value: null,
  emergency_end_value: null,
}

test('one failed photograph does not hide the value before it', () => {
  expect(lastKnown({ ...meter, last_reading: last(null) })).toMatchObject({
    known: { ...sure, unsure: false },
    newer: { value: null },
  })
})

test('an unsure value is not taken for the last one where there is a sure one before', () => {
  expect(lastKnown({ ...meter, last_reading: last(44) })).toMatchObject({
    known: { value: 4 },
    newer: { value: 44 },
  })
})

test('where nothing is sure the latest value is named as unsure', () => {
  expect(lastKnown({ ...meter, evidence: [], last_reading: last(44) })).toMatchObject({
    known: { value: 44, unsure: true },
    newer: null,
  })
})

test('the latest reading of all has none after it', () => {
  const same = { ...last(4), created_at: '2026-11-19T00:00:00.000Z' }
  expect(lastKnown({ ...meter, last_reading: same }).newer).toBeNull()
})

test('a meter without readings has no last value', () => {
  expect(lastKnown({ ...meter, evidence: [] })).toEqual({ known: null, newer: null })
})

test('a last value in the abnormal range is one still', () => {
  expect(lastKnown({ ...meter, emergency_start_value: 3, emergency_end_value: 5 }).known?.abnormal).toBe(true)
})
