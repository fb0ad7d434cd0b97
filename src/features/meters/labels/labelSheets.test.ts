// Covers docs/requirements.md: 862, 863

import { describe, expect, it } from 'vitest'
import { capacityOf, cutMarks, labelSheets, paper, placeOf, sheetsOf } from './labelSheets.ts'

describe.each([24, 65] as const)('a sheet of %i labels', (size) => {
  const sheet = labelSheets[size]

  it('has as many labels, in the middle of the paper', () => {
    expect(capacityOf(sheet)).toBe(size)
    const [first, last] = [placeOf(sheet, 0), placeOf(sheet, size - 1)]
    expect(last.left + sheet.width).toBeCloseTo(paper.width - first.left)
    expect(last.top + sheet.height).toBeCloseTo(paper.height - first.top)
  })

  it('has room for code and text within each label', () => {
    expect(sheet.qr.side).toBeLessThan(sheet.height)
    expect(sheet.qr.left + sheet.qr.side).toBeLessThanOrEqual(sheet.text.left)
    expect(sheet.text.left + sheet.text.width).toBeLessThan(sheet.width)
    expect(sheet.text.height).toBeLessThan(sheet.height)
  })
})

it('labels are placed by rows, as label paper is sold', () => {
  expect(placeOf(labelSheets[24], 4)).toEqual({ left: 72, top: expect.closeTo(46.8) })
  expect(placeOf(labelSheets[65], 4)).toEqual({ left: expect.closeTo(167.15), top: expect.closeTo(10.7) })
})

it.each([
  [0, [3, 2]],
  [1, [2, 3]],
  [2, [1, 3, 1]],
])('a sheet of which %i of 3 labels are used up is filled first', (used, sizes) => {
  const sheets = sheetsOf(['a', 'b', 'c', 'd', 'e'], 3, used)
  expect(sheets.map(({ length }) => length)).toEqual(sizes)
  expect(sheets.flat()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('marks the corners of the labels that are printed, each once', () => {
  const corners = (indices: number[]) => cutMarks(labelSheets[24], indices).match(/M/g)?.length
  expect(corners([5])).toBe(2 * 4)
  expect(corners([4, 5])).toBe(2 * 6)
})
