// Covers docs/requirements.md: 586

import { describe, expect, it } from 'vitest'
import { type CategoryType, categoryType } from '../categories.ts'
import { type CumulativeSettings, hasCumulativeMode, isCumulative } from './cumulative.ts'

const settings: CumulativeSettings = { mode: 'auto', unit: 'kWh', range: null }
const withUnit = (unit: string) => isCumulative(categoryType.segment, { ...settings, unit })

describe('isCumulative', () => {
  it.each(['Wh', 'kWh', 'MWh', 'GJ', 'MJ', 'm³', 'Nm³', 'L', 'kL'])('is true for a display in %s', (unit) => {
    expect(withUnit(unit)).toBe(true)
  })

  it.each(['㎥', 'm3', 'Ｎｍ３', 'ｋＷｈ', 'KWH', 'ℓ', '㎘', ' kWh ', 'Nm 3'])(
    'recognizes the spelling %s of a unit',
    (unit) => {
      expect(withUnit(unit)).toBe(true)
    },
  )

  it.each(['kW', 'MPa', '℃', 'm³/h', 'L/min', 'm', '回', ''])('is false for a display in %s', (unit) => {
    expect(withUnit(unit)).toBe(false)
  })

  it('is false for a display with a measuring range, unless the setting says yes', () => {
    const ranged = { ...settings, range: { start: 0, end: 100 } }
    expect(isCumulative(categoryType.dot, ranged)).toBe(false)
    expect(isCumulative(categoryType.dot, { ...ranged, mode: 'yes' })).toBe(true)
  })

  it('follows the setting of a display whatever its unit is', () => {
    expect(isCumulative(categoryType.segment, { ...settings, mode: 'no' })).toBe(false)
    expect(isCumulative(categoryType.segment, { mode: 'yes', unit: '℃', range: null })).toBe(true)
  })

  it('is true for counters and false for other categories, whatever the setting is', () => {
    const always = { mode: 'no', unit: '℃', range: { start: 0, end: 1 } } as const
    expect(isCumulative(categoryType.counter, always)).toBe(true)
    const others = Object.values(categoryType).filter(
      (type) => type !== categoryType.counter && !hasCumulativeMode(type),
    )
    expect(others).toHaveLength(6)
    for (const type of others) expect(isCumulative(type, { ...settings, mode: 'yes' })).toBe(false)
  })
})

it('hasCumulativeMode is true for segment and dot displays only', () => {
  const types: CategoryType[] = Object.values(categoryType).filter(hasCumulativeMode)
  expect(types).toEqual([categoryType.segment, categoryType.dot])
})
