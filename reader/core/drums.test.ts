import { describe, expect, test } from 'vitest'
import { resolveDrums } from './drums.ts'

describe('a row of drums', () => {
  test.each([
    { title: 'at rest', positions: [1, 2, 3], digits: '123' },
    { title: 'with the last drum between two digits', positions: [1, 2, 3.6], digits: '123' },
    {
      title: 'with positions that are a little off',
      positions: [1.15, 1.88, 2.96],
      digits: '123',
    },
    { title: 'with one drum carried along', positions: [1, 2.5, 9.5], digits: '129' },
    { title: 'with several drums carried along', positions: [1.4, 9.4, 9.4], digits: '199' },
    { title: 'just before the carry is done', positions: [1.9, 9.9, 9.9], digits: '199' },
    { title: 'just after the carry', positions: [2, 0, 0.1], digits: '200' },
    {
      title: 'just after the carry, read a little low',
      positions: [1.95, 9.97, 0.1],
      digits: '200',
    },
    { title: 'before rolling over', positions: [9.7, 9.7, 9.7], digits: '999' },
    { title: 'after rolling over', positions: [9.98, 0.02, 0.2], digits: '000' },
    { title: 'of one drum', positions: [6.3], digits: '6' },
    {
      title: 'whose last drum all but shows the next digit',
      positions: [4, 9.96],
      digits: '40',
    },
  ])('$title reads $digits', ({ positions, digits }) => {
    const row = resolveDrums(positions)
    expect(row.digits.join('')).toBe(digits)
    expect(row.doubtful).not.toContain(true)
  })

  test('marks a drum that stands where its right neighbour does not put it', () => {
    expect(resolveDrums([1, 2.45, 3]).doubtful).toEqual([false, true, false])
  })
})
