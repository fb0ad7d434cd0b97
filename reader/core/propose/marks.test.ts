import { describe, expect, test } from 'vitest'
import { longestRun, type MarkedLine, marksOn, regularity } from './marks.ts'

const LENGTH = 360

/** A light line with dark marks, two samples wide. */
function line(marks: readonly number[], round = true): MarkedLine {
  const values = new Float32Array(LENGTH).fill(200)
  for (const mark of marks) for (const position of [mark - 1, mark]) values[(position + LENGTH) % LENGTH] = 60
  return { values, round, ground: 6, widest: 4, closest: 3, farthest: 40 }
}

const run = (marked: MarkedLine) => longestRun(marksOn(marked, -1), marked)
const even = (from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index * step)

describe('marks on a line', () => {
  test('are found where they stand, and only those of their sign', () => {
    const marked = line([20, 60, 61, 200])
    expect(marksOn(marked, -1)).toEqual([20, 60.5, 200])
    expect(marksOn(line([20]), 1)).toEqual([])
  })

  test('that are too wide are none', () => {
    expect(marksOn(line([20, 22, 24, 26]), -1)).toEqual([])
  })
})

describe('the longest run of marks', () => {
  test('goes from the first to the last of an even scale, past what else is there', () => {
    const found = run(line([12, 19, ...even(50, 9, 21), 290, 293]))
    expect(found?.marks[0]).toBe(50)
    expect(found?.marks.at(-1)).toBe(230)
    expect(found && regularity(found)).toBeGreaterThan(0.95)
  })

  test('bridges a single hidden mark', () => {
    const found = run(line(even(50, 9, 21).filter((mark) => mark !== 140)))
    expect(found?.marks.at(-1)).toBe(230)
    expect(found?.positions).toBe(21)
  })

  test('comes round on a round line, and ends on a straight one', () => {
    const marks = [...even(300, 10, 6), ...even(0, 10, 11)]
    expect(run(line(marks))?.marks).toHaveLength(17)
    expect(run(line(marks, false))?.marks).toHaveLength(11)
  })

  test('is none where marks stand anyhow', () => {
    expect(run(line([10, 14, 31, 40, 71, 80, 120, 127, 160, 200, 230, 300]))).toBeNull()
  })
})
