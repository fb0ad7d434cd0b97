import { expect, test } from 'vitest'
import { parseValue } from './parseValue.ts'

test.each([
  ['12.5', 2, 12.5],
  ['−0.5', null, -0.5],
  ['5.', 0, 5],
  ['1,234', 0, 1234],
])('%s is a value', (text, decimals, value) => {
  expect(parseValue(text, decimals)).toEqual({ ok: true, value })
})

test.each([
  ['', null, '測定値を入力してください'],
  ['1e5', null, '数値を入力してください'],
  ['1.234', 2, '小数点以下は2桁までで入力してください'],
  ['1.2', 0, '整数で入力してください'],
])('%s is refused with a reason', (text, decimals, message) => {
  expect(parseValue(text, decimals)).toEqual({ ok: false, message })
})
