import { expect, test } from 'vitest'
import { pageCount, pageTyped } from './pages.ts'

test.each([
  [0, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
  [120, 50, 3],
])('%i rows at %i a page make %i pages', (total, size, pages) => {
  expect(pageCount(total, size)).toBe(pages)
})

test('a page beyond the ends means the nearest one', () => {
  expect(pageTyped('0', 7)).toBe(1)
  expect(pageTyped('99', 7)).toBe(7)
})

test('full-width figures are figures', () => {
  expect(pageTyped('３', 7)).toBe(3)
})

test('what is no whole number leads nowhere', () => {
  expect(pageTyped('', 7)).toBeNull()
  expect(pageTyped('2.5', 7)).toBeNull()
  expect(pageTyped('次', 7)).toBeNull()
})
