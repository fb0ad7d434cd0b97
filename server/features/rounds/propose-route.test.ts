// Covers docs/requirements.md: 485

import { expect, it } from 'vitest'
import { usualOrder } from './propose-route.ts'

it('takes the order from what usually came first, also of rounds that left meters out', () => {
  const walks = [
    [5, 3, 4],
    [5, 4, 3, 1],
    [5, 4, 1],
    [4, 3, 1],
    // One meter alone says nothing of an order.
    [1],
  ]
  expect(usualOrder([1, 2, 3, 4, 5], walks)).toEqual({ meter_ids: [5, 4, 3, 1, 2], rounds: 4 })
})

it('proposes the meters by number where nobody has walked', () => {
  expect(usualOrder([3, 7], [])).toEqual({ meter_ids: [3, 7], rounds: 0 })
})
