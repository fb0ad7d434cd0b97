import { expect, test } from 'vitest'
import { bisectionOrder, labelPriority } from './labelPriority.ts'

test('every index comes once, the early ones far apart', () => {
  expect([...bisectionOrder(7)]).toEqual([3, 1, 5, 0, 2, 4, 6])
  expect([...bisectionOrder(1000)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 1000 }, (_, at) => at),
  )
  expect([...bisectionOrder(0)]).toEqual([])
})

test('the highest and the lowest value are written first, empty ones never', () => {
  expect(labelPriority([3, 9, null, 1, 5, 4], 3)).toEqual([1, 3, 0])
  expect(labelPriority([3, 9, null, 1, 5, 4], 99).toSorted()).toEqual([0, 1, 3, 4, 5])
  expect(labelPriority([null], 9)).toEqual([])
})
