// Covers docs/requirements.md: 994

import { describe, expect, it } from 'vitest'
import { isActive, isAtNight } from './activeHours.ts'

const tokyo = 540
/** 2026-11-30 is a Monday. */
const at = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}:00+09:00`)

describe('isActive', () => {
  const weekdays = [1, 2, 3, 4, 5]

  it('is true from the beginning, included, until the end on the chosen days', () => {
    const hours = { from: '08:00', to: '18:00', weekdays }
    expect(isActive(hours, at(30, '08:00'), tokyo)).toBe(true)
    expect(isActive(hours, at(30, '07:59'), tokyo)).toBe(false)
    expect(isActive(hours, at(30, '18:00'), tokyo)).toBe(false)
    expect(isActive(hours, at(29, '12:00'), tokyo)).toBe(false)
  })

  it('lasts over midnight, on the day on which it begins', () => {
    const hours = { from: '22:00', to: '06:00', weekdays }
    expect(isActive(hours, at(28, '05:59'), tokyo)).toBe(true)
    expect(isActive(hours, at(28, '22:00'), tokyo)).toBe(false)
    expect(isActive(hours, at(30, '05:59'), tokyo)).toBe(false)
    expect(isActive(hours, at(30, '22:00'), tokyo)).toBe(true)
  })
})

describe('isAtNight', () => {
  it('is true between 22:00 and 6:00 in the given zone', () => {
    expect(isAtNight(at(29, '22:00'), tokyo)).toBe(true)
    expect(isAtNight(at(29, '06:00'), tokyo)).toBe(false)
    expect(isAtNight(at(29, '22:00'), 0)).toBe(false)
  })
})
