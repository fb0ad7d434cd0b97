import { expect, test } from 'vitest'
import { movedApart, spread, standingFree } from './placing.ts'

const label = (x: number, y = 0) => ({ box: { x, y, width: 30, height: 10 } })
const room = { x: 0, y: 0, width: 200, height: 100 }

test('labels never stand on one another, and the first wins', () => {
  const placed = standingFree([label(0), label(20), label(31), label(31, 20)], [], room, 99)
  expect(placed.map(({ box }) => [box.x, box.y])).toEqual([
    [0, 0],
    [31, 0],
    [31, 20],
  ])
})

test('labels keep clear of what stands already, of the edges, and are not too many', () => {
  expect(standingFree([label(0)], [{ x: 25, y: 5, width: 9, height: 9 }], room, 99)).toEqual([])
  expect(standingFree([label(180), label(-1)], [], room, 99)).toEqual([])
  expect(standingFree([label(0), label(40), label(80)], [], room, 2)).toHaveLength(2)
})

test('labels at one edge move apart in their order and stay inside', () => {
  expect(movedApart([50, 52, 10], 10, 0, 100)).toEqual([50, 60, 10])
  expect(movedApart([97, 99], 10, 0, 100)).toEqual([85, 95])
})

test('every place comes once, the early ones far apart', () => {
  expect([...spread(7)]).toEqual([3, 1, 5, 0, 2, 4, 6])
  expect([...spread(1000)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, at) => at))
  expect([...spread(0)]).toEqual([])
})
