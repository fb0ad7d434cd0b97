// Covers docs/requirements.md: 464

import { describe, expect, it } from 'vitest'
import { defaultMeterType, meterTypesOf } from './modes.ts'

const valuesOf = (...given: Parameters<typeof meterTypesOf>) =>
  meterTypesOf(...given).map(({ value }) => value)

describe('meterTypesOf', () => {
  it('offers types 2, 3 and 7, of which 3 is the default', () => {
    expect(valuesOf('settings', 1)).toEqual([2, 3, 7])
    expect(defaultMeterType).toBe(3)
  })

  it('offers a dial as well where version 2 finds it', () => {
    expect(valuesOf('none', 2)).toEqual([2, 3, 7, 0])
    expect(valuesOf('digit', 2)).toEqual([2, 3, 7])
  })
})
