// Covers docs/requirements.md: 468, 588

import { describe, expect, it } from 'vitest'
import { judge } from './judge.ts'
import type { AskedMeter } from './prompt.ts'

const counter: AskedMeter = {
  type: 3,
  unit: 'm³',
  startValue: 0,
  endValue: 50_000,
  digitNumber: 6,
  decimalPoint: 1,
  area: null,
  floor: null,
}
const gauge: AskedMeter = { ...counter, type: 0, endValue: 1, digitNumber: null, decimalPoint: null }
const nothing = { value: null, secondChoice: null }
const counts = expect.objectContaining({ refusal: null })

describe('a model’s answer', () => {
  it.each([
    ['the value that our reader was unsure of', 1234.5, { value: 1234.5, secondChoice: null }],
    ['our second choice', 1234.5, { value: 1284.5, secondChoice: 1234.5 }],
    ['what we dropped for being too unsure', 1234.5, { value: null, secondChoice: 1234.5 }],
  ])('counts, however unsure, where it is %s', (_, value, ours) => {
    expect(judge({ value, confidence: 0.1 }, ours, counter)).toEqual({
      refusal: null,
      value,
      confidence: 0.9,
    })
  })

  it('is left for a person to check where a cumulative meter shows less than before, whatever we see', () => {
    const ours = { value: 2446.5, secondChoice: null }
    const confidenceAbove = (floor: number) =>
      judge({ value: 2446.5, confidence: 1 }, ours, { ...counter, floor })
    expect(confidenceAbove(2446.6)).toMatchObject({ refusal: null, confidence: 0.85 })
    expect(confidenceAbove(2446.5)).toMatchObject({ refusal: null, confidence: 0.9 })
  })

  it('counts alone where it is sure, but a person should look', () => {
    expect(judge({ value: 1234.5, confidence: 0.9 }, nothing, counter)).toEqual({
      refusal: null,
      value: 1234.5,
      confidence: 0.85,
    })
    expect(judge({ value: 1234.5, confidence: 0.89 }, nothing, counter)).not.toEqual(counts)
  })

  it.each([
    ['above the range', 50_000.1],
    ['below the range', -1],
    ['with more decimals than the meter shows', 1234.55],
    ['that is missing', null],
  ])('never counts with a value %s', (_, value) => {
    expect(judge({ value, confidence: 1 }, { value, secondChoice: value }, counter)).not.toEqual(counts)
  })

  it('never counts with more figures than the meter has', () => {
    const open = { ...counter, startValue: null, endValue: null }
    expect(judge({ value: 99_999.9, confidence: 1 }, nothing, open)).toEqual(counts)
    for (const value of [100_000, 1e300]) {
      expect(judge({ value, confidence: 1 }, nothing, open)).not.toEqual(counts)
    }
  })

  it('of a needle agrees within 2 per cent of the range, and ours is kept', () => {
    const ours = { value: null, secondChoice: 0.512 }
    expect(judge({ value: 0.5, confidence: 0.2 }, ours, gauge)).toMatchObject({ value: 0.512 })
    expect(judge({ value: 0.49, confidence: 0.2 }, ours, gauge)).not.toEqual(counts)
  })

  it('never confirms a needle of ours outside the range', () => {
    const ours = { value: 1.01, secondChoice: null }
    expect(judge({ value: 1, confidence: 0.2 }, ours, gauge)).not.toEqual(counts)
    expect(judge({ value: 1, confidence: 1 }, ours, gauge)).toEqual({
      refusal: null,
      value: 1,
      confidence: 0.85,
    })
  })
})
