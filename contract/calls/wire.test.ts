import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newPassword } from '../passwords.ts'
import { flagParam, idListParam, idParam, numberParam } from './wire.ts'

const id = fc.integer({ min: 1, max: 999_999_999_999 })

test('numbers come back from a query as they went in', () => {
  fc.assert(
    fc.property(id, (one) => {
      expect(z.decode(idParam, z.encode(idParam, one))).toBe(one)
    }),
  )
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0))
  fc.assert(
    fc.property(number, (one) => {
      expect(z.decode(numberParam, z.encode(numberParam, one))).toBe(one)
    }),
  )
  fc.assert(
    fc.property(fc.array(id, { minLength: 1, maxLength: 50 }), (list) => {
      expect(z.decode(idListParam, z.encode(idListParam, list))).toEqual(list)
    }),
  )
})

test.each(['', '0', '-1', '1.5', '1e3', ' 1', '１', '1,2', 'abc'])('«%s» is no row number', (text) =>
  expect(z.safeDecode(idParam, text).success).toBe(false),
)

test.each(['', ',', '1,', '1,,2', '1;2'])('«%s» is no list of row numbers', (text) =>
  expect(z.safeDecode(idListParam, text).success).toBe(false),
)

test('a flag is 1 or 0, true or false, and nothing else', () => {
  expect(['1', 'true', '0', 'false'].map((text) => flagParam.parse(text))).toEqual([true, true, false, false])
  expect(flagParam.safeParse('yes').success).toBe(false)
})

test.each([
  ['Kenshin-2026', true],
  ['Aa1!aaaa', true],
  ['Aa1!aaa', false],
  ['kenshin-2026', false],
  ['KENSHIN-2026', false],
  ['Kenshin-abcd', false],
  ['Kenshin2026', false],
  ['Kenshin 2026!', false],
  ['検針Kenshin-2026', false],
  [`Aa1!${'a'.repeat(95)}`, true],
  [`Aa1!${'a'.repeat(96)}`, false],
])('the password «%s» is taken: %s', (password, taken) =>
  expect(newPassword.safeParse(password).success).toBe(taken),
)
