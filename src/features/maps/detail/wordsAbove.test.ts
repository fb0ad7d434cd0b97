// Covers docs/requirements.md: 636

import { expect, test } from 'vitest'
import { wordsAbove } from './wordsAbove.ts'

const picture = { width: 366, height: 220 }
const pin = (id: number, x: number, y: number, words = '異常') => ({
  id,
  at: { x: x / picture.width, y: y / picture.height },
  words,
})
const above = (...pins: ReturnType<typeof pin>[]) => [...wordsAbove(pins, picture)]

test('words are below their pin unless another pin is there', () => {
  expect(above(pin(1, 150, 100, '低バッテリー'), pin(2, 300, 100))).toEqual([])
  expect(above(pin(1, 150, 100, '低バッテリー'), pin(2, 187, 140))).toEqual([1])
  // Neither side is free: the one that covers less.
  expect(above(pin(1, 150, 100, '低バッテリー'), pin(2, 187, 140, ''), pin(3, 150, 72, ''))).toEqual([])
})

test('words keep off the words of pins before them', () => {
  expect(above(pin(1, 150, 100, '通信エラー 4,783.9 m³'), pin(2, 230, 100, '通信エラー 4,783.9 m³'))).toEqual(
    [2],
  )
})

test('words stay within the picture', () => {
  expect(above(pin(1, 150, 210))).toEqual([1])
  expect(above(pin(1, 150, 15, '低バッテリー'), pin(2, 187, 55, ''))).toEqual([])
})

test('no words move while the size of the picture is not known', () => {
  expect([...wordsAbove([pin(1, 150, 100), pin(2, 150, 130)], { width: 0, height: 0 })]).toEqual([])
})
