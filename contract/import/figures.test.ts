// Covers docs/requirements.md: 877

import { describe, expect, it, test } from 'vitest'
import { parseFigure } from './figures.ts'
import { isClearing, repaired } from './parsed.ts'

describe('parseFigure', () => {
  it.each([
    ['1,234.5', 1234.5],
    ['１２，３４５', 12345],
    ['▲12', -12],
    ['△ 1,200', -1200],
    ['−３．５', -3.5],
    ['.5', 0.5],
    ['-0', 0],
    [' 12. ', 12],
    ['999999999999.999', 999999999999.999],
  ])('reads %s', (text, value) => {
    expect(parseFigure(text)).toEqual({ value })
  })

  it.each([
    ['12 kWh', 'not_a_number', [['without_unit', 12]]],
    ['1,234m3', 'not_a_number', [['without_unit', 1234]]],
    ['１２㎥', 'not_a_number', [['without_unit', 12]]],
    ['(1,200)', 'not_a_number', [['parentheses_negative', -1200]]],
    [
      '12,5',
      'ambiguous',
      [
        ['decimal_comma', 12.5],
        ['without_commas', 125],
      ],
    ],
    ['1,23,456', 'not_a_number', [['without_commas', 123456]]],
    ['1.23E+5', 'not_a_number', [['exponent', 123000]]],
    ['未検針', 'not_a_number', [['no_value', null]]],
    ['－', 'not_a_number', [['no_value', null]]],
    ['約12', 'not_a_number', []],
    ['12-5', 'not_a_number', []],
    ['2026/11/1', 'not_a_number', []],
    ['1234567890.1234567', 'too_precise', []],
    ['1,000,000,000,000,001', 'out_of_range', []],
  ])('does not read %s', (text, problem, proposals) => {
    expect(parseFigure(text)).toEqual({
      problem,
      proposals: proposals.map(([repair, value]) => ({ repair, value })),
    })
  })

  it('keeps its limits, also for proposals', () => {
    const limits = { least: 1, most: 12, isInteger: true }
    expect(parseFigure('12', limits)).toEqual({ value: 12 })
    expect(parseFigure('1.5', limits)).toMatchObject({ problem: 'not_an_integer' })
    expect(parseFigure('0', limits)).toMatchObject({ problem: 'out_of_range' })
    expect(parseFigure('13桁', limits)).toMatchObject({ problem: 'not_a_number', proposals: [] })
    expect(parseFigure('8桁', limits)).toMatchObject({ proposals: [{ repair: 'without_unit', value: 8 }] })
  })
})

test('a chosen repair gives its value, others leave the problem', () => {
  expect(repaired(parseFigure('12,5'), ['without_commas'])).toMatchObject({ value: 125 })
  expect(repaired(parseFigure('12,5'), ['without_unit'])).toMatchObject({ problem: 'ambiguous' })
  expect(repaired(parseFigure('12'), ['no_value'])).toEqual({ value: 12 })
})

test('a cell is cleared by its word in either width', () => {
  expect(['（消す）', '(消す)', ' （消す） '].map(isClearing)).toEqual([true, true, true])
  expect(['消す', ''].map(isClearing)).toEqual([false, false])
})
