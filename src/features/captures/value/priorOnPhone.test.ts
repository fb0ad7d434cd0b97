// Covers docs/requirements.md: 532, 558, 587

import { expect, test } from 'vitest'
import type { Capture } from '../../../../offline/captures.ts'
import { aMeter, aReplacement } from '../../../../tests/support/responses/meters.ts'
import { priorFor } from './priorOnPhone.ts'

const now = Date.UTC(2026, 10, 20, 9)
const fetchedAt = now - 600_000
const meter = aMeter({
  is_cumulative: true,
  evidence: [{ value: 100, created_at: '2026-11-20T07:00:00.000+00:00' }],
})
const capture = (over: Partial<Capture>) =>
  ({
    meterId: 3,
    state: 'queued',
    value: 104,
    capturedAt: now - 60_000,
    sentAt: null,
    ...over,
  }) as Capture

const valuesWith = (...captures: Capture[]) =>
  priorFor(meter, fetchedAt, captures, now)?.readings.map(({ value }) => value)

test('what the server named and what was decided here since are held against the next photograph', () => {
  expect(valuesWith(capture({}))).toEqual([100, 104])
  expect(valuesWith(capture({ state: 'sent', sentAt: fetchedAt + 1 }))).toEqual([100, 104])
})

test.each([
  ['of another meter', { meterId: 4 }],
  ['that is left to the server', { value: null }],
  ['that nobody has decided about', { state: 'draft' }],
  ['that the server refused', { state: 'rejected' }],
  ['that the server named already', { state: 'sent', sentAt: fetchedAt - 1 }],
] as const)('a capture %s is not', (_, over) => {
  expect(valuesWith(capture(over))).toEqual([100])
})

test('a capture of the meter before its replacement is not', () => {
  const replacement = aReplacement({ replaced_at: new Date(now - 30_000).toISOString() })
  const prior = priorFor({ ...meter, replacement }, fetchedAt, [capture({})], now)
  expect(prior?.readings.map(({ value }) => value)).toEqual([100])
})

test('where the phone’s clock is known to be behind, a capture stands at its time', () => {
  const replacement = aReplacement({ replaced_at: new Date(now - 120_000).toISOString() })
  const behind = capture({ capturedAt: now - 3_660_000, clockOffset: -3_600_000 })
  const prior = priorFor({ ...meter, replacement }, fetchedAt, [behind], now)
  expect(prior?.readings.at(-1)).toMatchObject({ value: 104, at: now - 60_000 })
})

test('a phone whose clock is behind still photographs after the last reading', () => {
  const prior = priorFor(meter, fetchedAt, [], Date.UTC(2026, 10, 19))
  expect(prior?.readings).toHaveLength(1)
  expect(prior?.at).toBeGreaterThan(Date.UTC(2026, 10, 20, 7))
})

test('only a cumulative meter is expected to rise', () => {
  const rising = (is_cumulative: boolean) => priorFor({ ...meter, is_cumulative }, fetchedAt, [], now)?.rising
  expect([rising(true), rising(false)]).toEqual([true, false])
})

test('a meter that was never read has no prior', () => {
  expect(priorFor(aMeter(), fetchedAt, [], now)).toBeNull()
})

test('a picture taken before the last value is held against what was known then', () => {
  const at = now - 90_000
  const prior = priorFor(meter, fetchedAt, [capture({})], at, true)
  expect(prior?.readings.map(({ value }) => value)).toEqual([100])
})
