import { expect, it } from 'vitest'
import { isKeyExpired, keyExpiryWarning } from './keyExpiry.ts'

const expireAt = '2026-12-31T23:59:59.000+09:00'
const before = (milliseconds: number) => Date.parse(expireAt) - milliseconds
const day = 86_400_000

it.each([
  [30 * day + 1, null],
  [30 * day, 'あと30日で期限切れ'],
  [10.5 * day, 'あと10日で期限切れ'],
  [day, 'あと1日で期限切れ'],
  [day - 1, '1日以内に期限切れ'],
  [1, '1日以内に期限切れ'],
  [0, '期限切れ'],
  [-day, '期限切れ'],
])('keyExpiryWarning says %d ms before the expiry: %s', (left, text) => {
  expect(keyExpiryWarning(expireAt, before(left))).toBe(text)
  expect(isKeyExpired(expireAt, before(left))).toBe(text === '期限切れ')
})

it('a key without an expiry has no warning', () => {
  expect([keyExpiryWarning(null, 0), isKeyExpired(null, 0)]).toEqual([null, false])
})
