import { describe, expect, it } from 'vitest'
import { categoryType } from '../categories.ts'
import { hasReadingSettings, isReadableType } from './readingSettings.ts'

const { circle, square, segment, counter, special, level, scale, dot, other } = categoryType
const none = { settings: null, area: null, range: null }
const range = { start: 0, end: 10 }
const area = '1:2:3:4'

describe('isReadableType', () => {
  it('is false for special and other meters only', () => {
    expect(Object.values(categoryType).filter((type) => !isReadableType(type))).toEqual([special, other])
  })
})

describe('hasReadingSettings', () => {
  it.each([circle, square, segment, counter, dot])('follows the settings string for type %i', (type) => {
    expect(hasReadingSettings(type, { ...none, settings: '0:0' })).toBe(true)
    expect(hasReadingSettings(type, { ...none, settings: '' })).toBe(false)
    expect(hasReadingSettings(type, { settings: null, area, range })).toBe(false)
  })

  it.each([level, scale])('requires read position and range for type %i', (type) => {
    expect(hasReadingSettings(type, { settings: null, area, range })).toBe(true)
    expect(hasReadingSettings(type, { ...none, area })).toBe(false)
    expect(hasReadingSettings(type, { ...none, settings: '0:0', range })).toBe(false)
  })

  it.each([special, other])('is false for type %i, which cannot be read', (type) => {
    expect(hasReadingSettings(type, { settings: '0:0', area, range })).toBe(false)
  })
})
