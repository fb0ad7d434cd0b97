// Covers docs/requirements.md: 561

import { expect, test } from 'vitest'
import { countRedDigits } from './redDigits.ts'

const black = [20, 20, 20]
const white = [235, 230, 225]
const red = [170, 30, 35]
const brown = [120, 90, 60]

/** A row of drums, 10 pixels wide each, of which the middle fifth is the digit. */
function rowOf(drums: readonly { ground: number[]; digit: number[] }[]) {
  const width = 10 * drums.length
  const data = new Uint8ClampedArray(4 * width * 10)
  for (let index = 0; index < width * 10; index++) {
    const x = index % width
    const drum = drums[Math.floor(x / 10)]
    const colour = x % 10 === 4 || x % 10 === 5 ? drum?.digit : drum?.ground
    data.set([...(colour ?? []), 255], 4 * index)
  }
  const boxes = drums.map((_, index) => `${index / drums.length}@0:${(index + 1) / drums.length}@1`)
  return { picture: { width, height: 10, data }, settings: boxes.join(',') }
}

const plain = { ground: white, digit: black }
const redGround = { ground: red, digit: white }
const redDigit = { ground: white, digit: red }

test.each([
  ['two red drums at the end', [plain, plain, plain, redGround, redGround], 2],
  ['one red digit on a white drum', [plain, plain, redDigit], 1],
  ['no red drum', [plain, plain, plain], null],
  ['brown drums of an old counter', [plain, { ground: brown, digit: black }], null],
  ['a red drum that is not at the end', [redGround, plain, plain], null],
  ['a display that is red as a whole', [redDigit, redDigit], null],
])('%s: %o gives %s', (_, drums, count) => {
  const { picture, settings } = rowOf(drums)
  expect(countRedDigits(picture, settings)).toBe(count)
})
