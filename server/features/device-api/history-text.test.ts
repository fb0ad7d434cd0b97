// Covers docs/requirements.md: 612

import { expect, it } from 'vitest'
import { refusedText } from './history-text.ts'

const refused = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, path: 'value', message: '数値で入力してください' }))

it('names at most ten wrong fields of refused rows, and says that there are more', () => {
  const named = (count: number) => refusedText(refused(count))?.match(/件目/g)?.length
  expect(refusedText(refused(10))).toMatch(/^10件を登録できませんでした（1件目 value: .+[^か]）$/)
  expect(refusedText(refused(11))).toMatch(/^11件を登録できませんでした（1件目 value: .+、ほか）$/)
  expect([named(10), named(11), named(500)]).toEqual([10, 10, 10])
})
