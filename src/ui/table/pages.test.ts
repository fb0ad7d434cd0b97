// Covers docs/requirements.md: 101, 127, 328

import { expect, test } from 'vitest'
import { localPage, type PageSize, pageCount, pageSearchParams, parsePage } from './pages.ts'

test.each<[number, PageSize, number]>([
  [0, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
  [120, 50, 3],
  [120, 'all', 1],
])('%i rows at %s a page make %i pages', (total, size, pages) => {
  expect(pageCount(total, size)).toBe(pages)
})

test('a page of rows that are here is cut out of them; beyond the end it is the last, and all are one', () => {
  const rows = Array.from({ length: 120 }, (_, index) => index)
  expect(localPage(rows, 2, 50)).toEqual({ shown: 2, records: rows.slice(50, 100) })
  expect(localPage(rows, 9, 50)).toEqual({ shown: 3, records: rows.slice(100) })
  expect(localPage(rows, 9, 'all')).toEqual({ shown: 1, records: rows })
})

test('an address says only what is not usual', () => {
  expect(pageSearchParams({ page: 1, size: 50 })).toEqual({ page: undefined, limit: undefined })
  expect(pageSearchParams({ page: 3, size: 'all' })).toEqual({ page: 3, limit: 'all' })
})

test('a page beyond the ends means the nearest one', () => {
  expect(parsePage('0', 7)).toBe(1)
  expect(parsePage('99', 7)).toBe(7)
})

test('full-width figures are figures', () => {
  expect(parsePage('３', 7)).toBe(3)
})

test('what is no whole number leads nowhere', () => {
  expect(parsePage('', 7)).toBeNull()
  expect(parsePage('2.5', 7)).toBeNull()
  expect(parsePage('次', 7)).toBeNull()
})
