// Covers docs/requirements.md: 705

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatForInput } from '../../text/formatNumber.ts'
import { decimal, floored, minus, plus, roundedTo, shareOf, times, toNumber, zero } from './decimal.ts'

test('A number is the decimal as which it is written, and comes back as the same number', () => {
  expect(decimal(0.1)).toEqual({ units: 1n, scale: 1 })
  expect(decimal(-1.5e-7)).toEqual({ units: -15n, scale: 8 })
  expect(decimal(1e21)).toEqual({ units: 10n ** 21n, scale: 0 })
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(toNumber(decimal(value)) === value).toBe(true)
    }),
  )
})

const fromText = (value: number) => {
  const [whole = '', fraction = ''] = String(value).split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

test('Numbers of few and of many digits are read alike', () => {
  const few = fc.tuple(fc.integer(), fc.nat({ max: 9 })).map(([units, scale]) => units / 10 ** scale)
  const many = fc.double({ noNaN: true, min: -1e20, max: 1e20 })
  const written = fc.oneof(few, many).filter((value) => !String(value).includes('e'))
  fc.assert(
    fc.property(written, (value) => {
      expect(decimal(value)).toEqual(fromText(value))
    }),
  )
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }), fc.nat({ max: 40 }), (units, scale) => {
      expect(toNumber({ units, scale })).toBe(Number(`${units}e-${scale}`))
    }),
  )
})

test('Sums, differences and products are exact', () => {
  expect(toNumber(plus(decimal(0.1), decimal(0.2)))).toBe(0.3)
  expect(toNumber(minus(decimal(0.3), decimal(0.1)))).toBe(0.2)
  expect(toNumber(times(decimal(1.1), decimal(1.1)))).toBe(1.21)
  const tenths = Array.from({ length: 10 }, () => decimal(0.1))
  expect(toNumber(tenths.reduce(plus, zero))).toBe(1)
})

test('Rounding is that of the screens, halves away from zero', () => {
  const thousandths = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000)
  fc.assert(
    fc.property(thousandths, (value) => {
      expect(toNumber(roundedTo(decimal(value), 2)) + 0).toBe(Number(formatForInput(value, 2)) + 0)
    }),
  )
})

describe('floored', () => {
  it.each([
    [10.5, 10],
    [21, 21],
    [-0.5, -1],
    [-2, -2],
  ])('cuts %d to %d', (value, expected) => expect(toNumber(floored(decimal(value)))).toBe(expected))
})

test('A share is rounded to its decimals', () => {
  expect(toNumber(shareOf(decimal(60), 63, 120, 6))).toBe(31.5)
  expect(toNumber(shareOf(decimal(-1), 2, 3, 6))).toBe(-0.666667)
})
