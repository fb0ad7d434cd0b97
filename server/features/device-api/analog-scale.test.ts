// Covers docs/requirements.md: 381

import { describe, expect, it } from 'vitest'
import { parseScale, scaled } from './analog-scale.ts'

const value = (settings: string, measured: number) => {
  const scale = parseScale(settings)
  if (scale === null) throw new Error(`${settings} is no scale`)
  return scaled(scale, measured)
}

describe('an analog measurement', () => {
  it.each([
    ['1:0:100', 0, 0],
    ['1:0:100', 8.5, 50],
    ['1:0:100', 17, 100],
    ['2:-10:40', 0, -10],
    ['2:-10:40', 2.5, 15],
    ['2:-10:40', 5, 40],
    ['3:0:10', 4, 0],
    ['3:0:10', 12, 5],
    ['3:0:10', 20, 10],
    // Falls as the input rises.
    ['2:10:0', 1, 8],
    ['1:0:0.51', 10, 0.3],
    // Still a working loop.
    ['3:0:16', 3.6, -0.4],
    ['3:0:16', 21, 17],
  ])('by %s: %d is %d', (settings, measured, expected) => {
    expect(value(settings, measured)).toEqual({ value: expected, reasons: [] })
  })

  it('of a broken loop is none, and says so', () => {
    expect(value('3:0:10', 3.59)).toEqual({ value: null, reasons: ['loop broken'] })
    expect(value('3:0:10', 0)).toEqual({ value: null, reasons: ['loop broken'] })
    expect(value('3:0:10', 21.01)).toEqual({ value: null, reasons: ['loop short'] })
  })
})

it.each([null, '', '4:0:1', '1:0', 'text'])('%s is no scale', (settings) => {
  expect(parseScale(settings)).toBeNull()
})
