import { describe, expect, test } from 'vitest'
import {
  arctangent2,
  cosine,
  exponential,
  hypotenuse,
  logarithm,
  power,
  sine,
  square,
  tangent,
} from './math.ts'

const ACCURACY = 1e-14

/** `count` evenly spaced numbers, both ends included. */
function between(from: number, to: number, count = 4001): number[] {
  return Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1))
}

/** Largest error against the engine's own function, relative for results above 1. */
function farthest(inputs: number[], own: (x: number) => number, engine: (x: number) => number): number {
  return Math.max(
    ...inputs.map((x) => {
      const known = engine(x)
      return Math.abs(own(x) - known) / Math.max(1, Math.abs(known))
    }),
  )
}

describe('own mathematics agrees with the engine’s to 1e-14', () => {
  test.each([
    { name: 'sine', own: sine, engine: Math.sin, from: -30, to: 30 },
    { name: 'cosine', own: cosine, engine: Math.cos, from: -30, to: 30 },
    { name: 'tangent', own: tangent, engine: Math.tan, from: -1.5, to: 1.5 },
    { name: 'exponential', own: exponential, engine: Math.exp, from: -40, to: 40 },
    { name: 'logarithm', own: logarithm, engine: Math.log, from: 1e-3, to: 20 },
    { name: 'logarithm of large numbers', own: logarithm, engine: Math.log, from: 1e3, to: 1e12 },
  ])('$name', ({ own, engine, from, to }) => {
    expect(farthest(between(from, to), own, engine)).toBeLessThan(ACCURACY)
  })

  test('sine and cosine of many turns, to 1e-11', () => {
    const far = between(-1e6, 1e6)
    expect(farthest(far, sine, Math.sin)).toBeLessThan(1e-11)
    expect(farthest(far, cosine, Math.cos)).toBeLessThan(1e-11)
  })

  test('arctangent2 in all directions and at all distances', () => {
    for (const length of [1e-12, 1, 1e9]) {
      const off = farthest(
        between(-Math.PI, Math.PI),
        (turn) => arctangent2(length * Math.sin(turn), length * Math.cos(turn)),
        (turn) => Math.atan2(length * Math.sin(turn), length * Math.cos(turn)),
      )
      expect(off).toBeLessThan(ACCURACY)
    }
  })

  test('arctangent2 on the axes', () => {
    expect(arctangent2(0, 0)).toBe(0)
    expect(arctangent2(0, 2)).toBe(0)
    expect(arctangent2(0, -2)).toBe(Math.PI)
    expect(arctangent2(2, 0)).toBe(Math.PI / 2)
    expect(arctangent2(-2, 0)).toBe(-Math.PI / 2)
  })

  test('exponential and logarithm at their ends', () => {
    expect(exponential(0)).toBe(1)
    expect(exponential(-800)).toBe(0)
    expect(exponential(800)).toBe(Number.POSITIVE_INFINITY)
    expect(exponential(Number.NEGATIVE_INFINITY)).toBe(0)
    expect(exponential(-740) / Math.exp(-740)).toBeCloseTo(1, 2)
    expect(exponential(Number.NaN)).toBeNaN()
    expect(logarithm(1)).toBe(0)
    expect(logarithm(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(logarithm(-1)).toBeNaN()
    expect(logarithm(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
    for (const x of [1e-307, 1.7e308]) expect(logarithm(x) / Math.log(x)).toBeCloseTo(1, 14)
  })

  test('hypotenuse, squares and powers', () => {
    expect(hypotenuse(3, -4)).toBe(5)
    expect(square(-3)).toBe(9)
    for (let exponent = 0; exponent <= 22; exponent++)
      expect(power(10, exponent)).toBe(Number(`1e${exponent}`))
    expect(power(10, -3)).toBe(0.001)
    expect(
      farthest(
        between(0.01, 100),
        (x) => power(x, 0.3),
        (x) => x ** 0.3,
      ),
    ).toBeLessThan(ACCURACY)
  })
})
