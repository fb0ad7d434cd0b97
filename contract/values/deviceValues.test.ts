import { describe, expect, it } from 'vitest'
import { categoryType } from '../categories.ts'
import { contradicts, countedValue, valueModeOf } from './deviceValues.ts'

const { circle, square, segment, counter, level, scale, dot } = categoryType
const counterOf = (decimalPoint: number | null) => ({ type: counter, decimalPoint, range: null })

describe('valueModeOf', () => {
  it('follows the setting, else whether the meter has reading settings', () => {
    expect(valueModeOf(null, true)).toBe('picture')
    expect(valueModeOf(null, false)).toBe('device')
    expect(valueModeOf('device', true)).toBe('device')
    expect(valueModeOf('picture', false)).toBe('picture')
    expect(valueModeOf('compare', true)).toBe('compare')
  })
})

describe('contradicts', () => {
  it.each([segment, counter, dot])('allows one unit of the last digit for type %i', (type) => {
    const meter = { type, decimalPoint: 1, range: { start: 0, end: 1000 } }
    expect(contradicts(0.3, 0.2, meter)).toBe(false)
    expect(contradicts(16.3, 16.4, meter)).toBe(false)
    expect(contradicts(16.3, 16.45, meter)).toBe(true)
    expect(contradicts(16.3, 16.15, meter)).toBe(true)
    expect(contradicts(99_999.9, 99_999.7, meter)).toBe(true)
  })

  it('counts in whole numbers without decimal places', () => {
    expect(contradicts(12, 13, counterOf(null))).toBe(false)
    expect(contradicts(12, 13.5, counterOf(null))).toBe(true)
    expect(contradicts(12, 13, counterOf(0))).toBe(false)
  })

  it.each([circle, square, level, scale])('allows a fiftieth of the measuring range for type %i', (type) => {
    const meter = { type, decimalPoint: 2, range: { start: -0.5, end: 0.5 } }
    expect(contradicts(0.4, 0.42, meter)).toBe(false)
    expect(contradicts(0.4, 0.421, meter)).toBe(true)
    expect(contradicts(0.4, 0.379, meter)).toBe(true)
  })

  it('allows no difference for a needle whose measuring range is not known', () => {
    const meter = { type: circle, decimalPoint: null, range: null }
    expect(contradicts(0.4, 0.4, meter)).toBe(false)
    expect(contradicts(0.9, 0.1, meter)).toBe(true)
  })
})

describe('countedValue', () => {
  const meter = counterOf(1)

  it.each(['device', 'picture', 'compare'] as const)(
    'is what was read where no device sent a value (%s)',
    (mode) => {
      expect(countedValue(null, 16.3, mode, meter)).toEqual({ value: 16.3, source: 'reader', reason: null })
      expect(countedValue(null, null, mode, meter)).toEqual({ value: null, source: 'reader', reason: null })
    },
  )

  it('is the picture’s, and the device’s with a doubt where nothing was read', () => {
    expect(countedValue(16.3, 20, 'picture', meter)).toEqual({ value: 20, source: 'reader', reason: null })
    expect(countedValue(16.3, null, 'picture', meter)).toEqual({
      value: 16.3,
      source: 'device',
      reason: 'device instead',
    })
  })

  it('is the device’s, whatever was read', () => {
    for (const read of [20, null])
      expect(countedValue(16.3, read, 'device', meter)).toEqual({
        value: 16.3,
        source: 'device',
        reason: null,
      })
  })

  it('is the device’s with a doubt where the picture contradicts it', () => {
    const own = { value: 16.3, source: 'device' }
    expect(countedValue(16.3, 16.4, 'compare', meter)).toEqual({ ...own, reason: null })
    expect(countedValue(16.3, 16.5, 'compare', meter)).toEqual({ ...own, reason: 'device differs' })
    expect(countedValue(16.3, null, 'compare', meter)).toEqual({ ...own, reason: null })
  })
})
