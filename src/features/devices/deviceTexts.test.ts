// Covers docs/requirements.md: 342

import { expect, test } from 'vitest'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import {
  adviceOf,
  arrivalRate,
  countedRateText,
  durationText,
  keyAdviceOf,
  rateText,
  resolutionName,
  retryText,
} from './deviceTexts.ts'

test.each([
  [45, '45秒'],
  [720, '12分'],
  [11_100, '3時間5分'],
  [187_200, '2日4時間'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('a resolution that was never set is shown as 標準', () => {
  expect(resolutionName(null)).toBe('標準')
  expect(resolutionName(2)).toBe('高')
})

test.each([
  [{ heartbeat_time: null, retry_seconds: 1200 }, '自動（20分）'],
  [{ heartbeat_time: null, retry_seconds: 5400 }, '自動（1時間30分）'],
  [{ heartbeat_time: null, retry_seconds: 10_800 }, '自動（3時間）'],
  [{ heartbeat_time: 86_400, retry_seconds: 86_400 }, '24時間'],
])('the retry time of %j is shown as %s', (device, text) => {
  expect(retryText(device)).toBe(text)
})

test('one missing report of a thousand is not 100 %, and nothing due is no rate', () => {
  const counts = { scheduled: 1000, arrived: 999, late: 0, missing: 1 }
  expect(arrivalRate(counts)).toBe(99)
  expect(arrivalRate({ ...counts, arrived: 1000 })).toBe(100)
  expect(arrivalRate({ ...counts, scheduled: 0, arrived: 0 })).toBeNull()
  expect(countedRateText(counts)).toBe('99 %（999/1000件）')
  for (const nothingDue of [{ ...counts, scheduled: 0, arrived: 0 }, undefined]) {
    expect(rateText(nothingDue)).toBe('予定なし')
    expect(countedRateText(nothingDue)).toBe('予定なし')
  }
})

test('a silent device says why and what to check; one that works or is deleted says nothing', () => {
  const since = '2026-11-20T15:00:00+09:00'
  const silent = aDevice({ status: 5, outage: { since, cause: 'battery' } })
  expect(adviceOf(silent)?.cause).toBe('電池切れの可能性があります')
  expect(adviceOf({ ...silent, deleted_at: since })).toBeNull()
  expect(adviceOf(aDevice({ status: 5, outage: null }))?.cause).toBe('原因は特定できていません')
  expect(adviceOf(aDevice())).toBeNull()
})

test('a key that has expired or expires soon is advice of its own, except of a deleted device', () => {
  const expireAt = '2026-12-31T23:59:59+09:00'
  const now = Date.parse(expireAt) - 12.5 * 86_400_000
  const device = aDevice({ key_expire_at: expireAt })
  expect(keyAdviceOf(device, now)?.cause).toBe('キーがあと12日で期限切れになります')
  expect(keyAdviceOf(device, Date.parse(expireAt))?.cause).toBe('キーの有効期限が切れています')
  expect(keyAdviceOf(device, now - 20 * 86_400_000)).toBeNull()
  expect(keyAdviceOf(aDevice(), now)).toBeNull()
  expect(keyAdviceOf({ ...device, deleted_at: expireAt }, now)).toBeNull()
})
