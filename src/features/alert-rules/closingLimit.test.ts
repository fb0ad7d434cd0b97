// Covers docs/requirements.md: 1040

import { describe, expect, it } from 'vitest'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { bandOf, closingByStep, scaleOf, usualClosing } from './closingLimit.ts'

const limits = { side: 'above', warning: '', alarm: '0.5', closing: '0.48' } as const
const gauges = [aMeter(), aMeter({ id: 4, start_value: 0, end_value: 2, decimal_point: 1 })]
const pressure = scaleOf(gauges, 'MPa')

describe('usualClosing', () => {
  it('is two per cent of the narrowest measuring range inside the first limit', () => {
    expect(usualClosing(limits, pressure)).toBe('0.48')
    expect(usualClosing({ ...limits, warning: '0.45' }, pressure)).toBe('0.43')
    expect(usualClosing({ ...limits, side: 'below' }, pressure)).toBe('0.52')
  })

  it('is one per cent of temperatures and five of flows', () => {
    const range = [aMeter({ start_value: 0, end_value: 100, decimal_point: 0 })]
    expect(usualClosing({ ...limits, alarm: '80' }, scaleOf(range, '℃'))).toBe('79')
    expect(usualClosing({ ...limits, alarm: '80' }, scaleOf(range, 'm³/h'))).toBe('75')
  })

  it('is a share of the limit without a measuring range, and a digit at least', () => {
    const unknown = scaleOf([aMeter({ start_value: null, end_value: null, decimal_point: 0 })], 'kPa')
    expect(usualClosing({ ...limits, alarm: '200' }, unknown)).toBe('196')
    expect(usualClosing({ ...limits, alarm: '3' }, unknown)).toBe('2')
    expect(usualClosing({ ...limits, alarm: '' }, unknown)).toBe('')
  })
})

describe('bandOf', () => {
  it('is the distance of the limits, unless they are missing or the wrong way round', () => {
    expect(bandOf(limits)).toBeCloseTo(0.02)
    expect(bandOf({ ...limits, side: 'below', closing: '0.55' })).toBeCloseTo(0.05)
    expect(bandOf({ ...limits, closing: '0.6' })).toBeNull()
    expect(bandOf({ ...limits, closing: '' })).toBeNull()
  })
})

describe('closingByStep', () => {
  it('widens and narrows the dead band by half of the usual one, to zero at least', () => {
    expect(closingByStep(limits, pressure, 1)).toBe('0.47')
    expect(closingByStep(limits, pressure, -1)).toBe('0.49')
    expect(closingByStep({ ...limits, closing: '0.50' }, pressure, -1)).toBe('0.50')
    expect(closingByStep({ ...limits, side: 'below', closing: '0.52' }, pressure, 1)).toBe('0.53')
  })
})
