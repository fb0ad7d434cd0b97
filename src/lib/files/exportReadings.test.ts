import { expect, test } from 'vitest'
import { rowCounter } from './exportReadings.ts'

const count = (...texts: string[]) => {
  const counter = rowCounter()
  for (const text of texts) counter.add(new TextEncoder().encode(text))
  return counter.rows()
}

test('rows are counted below the head', () => {
  expect(count('')).toBe(0)
  expect(count('名前,値\r\n')).toBe(0)
  expect(count('名前,値\r\nポンプ,1\r\n井戸,2\r\n')).toBe(2)
})

test('a line break inside quotes is part of its row, wherever the pieces are cut', () => {
  const csv = '名前\n"二行の\n名前"\n"引用""符\n"\n'
  expect(count(csv)).toBe(2)
  expect(count(...csv)).toBe(2)
})
