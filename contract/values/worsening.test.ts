// Covers docs/requirements.md: 983

import { describe, expect, it } from 'vitest'
import { isClearlyWorse, type ToldReading, type WorseningRanges } from './worsening.ts'

const ranges = (
  [start, end]: [number, number],
  measuring: [number, number] | null = null,
  normalBefore: number | null = null,
): WorseningRanges => ({
  abnormal: { emergency_start_value: start, emergency_end_value: end },
  measuring: { start_value: measuring?.[0] ?? null, end_value: measuring?.[1] ?? null },
  normalBefore,
})
const told = (value: number | null, now = value): ToldReading => ({ told: value, now })

describe('isClearlyWorse', () => {
  // 0.80 to 1.00 MPa of a gauge from 0 to 1 MPa: a step is 0.10 MPa.
  const upper = ranges([0.8, 1], [0, 1], 0.5)
  const lower = ranges([0, 0.2], [0, 1], 0.5)

  it.each([
    ['an upper limit by less than a tenth', upper, 0.85, 0.94, false],
    ['an upper limit by exactly a tenth', ranges([0.6, 1], [0, 1], 0.5), 0.7, 0.8, false],
    ['an upper limit by more than a tenth', upper, 0.85, 0.96, true],
    ['an upper limit, but back', upper, 0.98, 0.82, false],
    ['a lower limit by exactly a tenth', lower, 0.15, 0.05, false],
    ['a lower limit by more than a tenth', lower, 0.15, 0.04, true],
    ['a lower limit, but back', lower, 0.02, 0.19, false],
    [
      'an upper limit without a measuring range, by a tenth of it',
      ranges([80, 999], null, 60),
      85,
      93,
      false,
    ],
    ['an upper limit without a measuring range, by more', ranges([80, 999], null, 60), 85, 93.5, true],
    ['a lower limit without a measuring range, by a tenth of it', ranges([0, 20], null, 60), 18, 16, false],
    ['a lower limit without a measuring range, by more', ranges([0, 20], null, 60), 18, 15.9, true],
    ['a limit below zero without a measuring range', ranges([-18, 20], null, -25), -17, -15.1, true],
    ['a limit of zero, by a tenth of the abnormal range', ranges([0, 50], null, -5), 1, 6, false],
    ['a limit of zero, by more', ranges([0, 50], null, -5), 1, 6.1, true],
  ])('judges %s', (_what, of, before, latest, expected) => {
    expect(isClearlyWorse(of, [told(before)], latest)).toBe(expected)
  })

  it.each([
    ['the last normal value', ranges([0.4, 0.6], [0, 1], 0.9), 0.55, 0.41],
    ['the larger part of the measuring range', ranges([0.1, 0.3], [0, 1]), 0.28, 0.12],
    ['zero', ranges([80, 999]), 85, 94],
    ['zero, where the abnormal range begins there', ranges([0, 20]), 18, 15],
  ])('takes the side of the normal values from %s', (_what, of, before, worse) => {
    expect(isClearlyWorse(of, [told(before)], worse)).toBe(true)
    expect(isClearlyWorse(of, [told(worse)], before)).toBe(false)
  })

  it('tells one step once, whatever the value does in between', () => {
    const steps: number[] = []
    const known = [told(0.81)]
    for (const value of [0.9, 0.92, 0.85, 0.93, 0.91, 0.99, 1]) {
      if (!isClearlyWorse(upper, known, value)) continue
      steps.push(value)
      known.push(told(value))
    }
    expect(steps).toEqual([0.92])
    expect(isClearlyWorse(ranges([0.5, 1], [0, 1], 0.4), [told(0.5), told(0.61)], 0.72)).toBe(true)
  })

  it('is not asked by a reading without a value, which changes nothing for the next one', () => {
    expect(isClearlyWorse(upper, [told(0.85)], null)).toBe(false)
    expect(isClearlyWorse(upper, [told(0.85)], 0.96)).toBe(true)
  })

  it('counts from the limit where people were told that there is no value', () => {
    expect(isClearlyWorse(upper, [told(null)], 0.9)).toBe(false)
    expect(isClearlyWorse(upper, [told(null)], 0.91)).toBe(true)
  })

  it('counts a corrected or deleted reading with the value that is less far out', () => {
    expect(isClearlyWorse(upper, [told(0.98, 0.82)], 0.93)).toBe(true)
    expect(isClearlyWorse(upper, [told(0.82, 0.98)], 0.98)).toBe(true)
    expect(isClearlyWorse(upper, [told(0.82), told(0.95, null)], 0.93)).toBe(true)
    expect(isClearlyWorse(upper, [told(0.82), told(0.95, 0.5)], 0.93)).toBe(true)
    expect(isClearlyWorse(upper, [told(0.9), told(0.98, 0.5)], 0.93)).toBe(false)
  })

  it('is false without an abnormal range', () => {
    const none = { emergency_start_value: null, emergency_end_value: null }
    expect(isClearlyWorse({ ...upper, abnormal: none }, [told(0.85)], 5)).toBe(false)
  })
})
