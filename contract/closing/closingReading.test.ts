// Covers docs/requirements.md: 745

import { describe, expect, it } from 'vitest'
import { toNumber } from '../usage/decimal.ts'
import { alwaysCounting } from '../usage/timeline.ts'
import { ledgerOf } from '../usage/usage.ts'
import type { ReplacedAt } from '../values/consumption.ts'
import { type ClosingCandidate, closingReadingOf } from './closingReading.ts'
import { periodUsage } from './periodUsage.ts'

const at = (local: string) => Date.parse(`${local}:00+09:00`)
const first = at('2026-11-01T00:00')
const second = at('2026-12-01T00:00')
const third = at('2027-01-01T00:00')
const tolerance = { deviceHours: 24, roundDays: 3 }

const reading = (local: string, value: number, given: Partial<ClosingCandidate> = {}): ClosingCandidate => ({
  at: at(local),
  value,
  readingId: value,
  isEstimate: false,
  isOfDevice: false,
  isConfirmed: true,
  ...given,
})
const chosen = (candidates: ClosingCandidate[], closing = second) =>
  closingReadingOf(candidates, closing, tolerance)?.value ?? null

describe('the closing reading', () => {
  it('is the last one at or before the closing time, also where one after it is nearer', () => {
    expect(
      chosen([
        reading('2026-11-29T09:00', 1),
        reading('2026-11-30T00:00', 2),
        reading('2026-12-01T00:01', 3),
      ]),
    ).toBe(2)
    expect(chosen([reading('2026-11-30T23:59', 1), reading('2026-12-01T00:00', 2)])).toBe(2)
  })

  it('is the later one of two of the same moment', () => {
    expect(chosen([reading('2026-12-01T00:00', 1), reading('2026-12-01T00:00', 2)])).toBe(2)
  })

  it('is the nearest one after the closing time where none is before it', () => {
    expect(
      chosen([
        reading('2026-11-27T23:59', 1),
        reading('2026-12-02T09:00', 2),
        reading('2026-12-03T09:00', 3),
      ]),
    ).toBe(2)
  })

  it('is at most 24 hours from the closing time if a device measured it, otherwise at most 3 days', () => {
    const device = { isOfDevice: true }
    expect(chosen([reading('2026-11-30T00:00', 1, device)])).toBe(1)
    expect(chosen([reading('2026-11-29T23:59', 1, device)])).toBeNull()
    expect(chosen([reading('2026-12-02T00:00', 1, device)])).toBe(1)
    expect(chosen([reading('2026-12-02T00:01', 1, device)])).toBeNull()
    expect(chosen([reading('2026-11-28T00:00', 1)])).toBe(1)
    expect(chosen([reading('2026-11-27T23:59', 1)])).toBeNull()
    expect(chosen([reading('2026-12-04T00:00', 1)])).toBe(1)
    expect(chosen([reading('2026-12-04T00:01', 1)])).toBeNull()
  })

  it('is confirmed', () => {
    const unsure = { isConfirmed: false }
    expect(chosen([reading('2026-11-30T09:00', 1), reading('2026-11-30T23:00', 2, unsure)])).toBe(1)
    expect(chosen([reading('2026-11-30T23:00', 2, unsure)])).toBeNull()
  })

  it('is an estimate only where there is no reading', () => {
    const estimate = reading('2026-12-01T00:00', 1, { isEstimate: true, readingId: null })
    expect(chosen([estimate])).toBe(1)
    expect(chosen([estimate, reading('2026-12-02T09:00', 2)])).toBe(2)
  })
})

/** Usage of the periods between the closing times, by the closing readings. */
function usages(
  candidates: ClosingCandidate[],
  replacements: ReplacedAt[] = [],
  closings = [first, second, third],
) {
  const counting = { digits: null, decimals: 1, multiplier: 1, rate: null }
  const ledger = ledgerOf({
    ...alwaysCounting(counting),
    entries: candidates,
    replacements,
    rounding: 'none',
  })
  const moments = closings.map((closing) => closingReadingOf(candidates, closing, tolerance)?.at ?? null)
  return moments.slice(1).map((end, index) => {
    const { usage } = periodUsage(ledger, [], moments[index] ?? null, end)
    return usage && toNumber(usage)
  })
}

describe('the usage between closing readings', () => {
  it('has neither gap nor overlap at readings exactly at the boundary', () => {
    const entries = [
      reading('2026-11-01T00:00', 700),
      reading('2026-12-01T00:00', 1031),
      reading('2027-01-01T00:00', 1090),
    ]
    expect(usages(entries)).toEqual([331, 59])
  })

  it('is that of the readings themselves, not of the closing time between them', () => {
    const entries = [
      reading('2026-11-01T00:00', 700),
      reading('2026-11-28T09:00', 1000),
      reading('2026-12-03T09:00', 1060),
      reading('2027-01-01T00:00', 1090),
    ]
    expect(usages(entries)).toEqual([300, 90])
  })

  it('is unknown without a reading at one end, although a period has two', () => {
    const entries = [
      reading('2026-11-01T00:00', 700),
      reading('2026-11-10T09:00', 800),
      reading('2026-11-20T09:00', 900),
      reading('2027-01-01T00:00', 1090),
    ]
    expect(usages(entries)).toEqual([null, null])
  })

  it('goes over a replacement on the closing day, after the closing reading, in the next period', () => {
    const entries = [
      reading('2026-11-01T00:00', 700),
      reading('2026-11-30T09:00', 1031),
      reading('2027-01-01T00:00', 50),
    ]
    const replaced = { at: at('2026-11-30T15:00'), oldEnd: 1035, newStart: 1 }
    expect(usages(entries, [replaced])).toEqual([331, 53])
  })

  it('is unknown over a replacement without an old end, and known again after it', () => {
    const entries = [
      reading('2026-11-01T00:00', 700),
      reading('2026-12-01T00:00', 12),
      reading('2027-01-01T00:00', 50),
    ]
    const replaced = { at: at('2026-11-15T15:00'), oldEnd: null, newStart: 1 }
    expect(usages(entries, [replaced])).toEqual([null, 38])
  })

  it('is unknown where the multiplier changes between two readings', () => {
    const entries = [
      reading('2026-11-01T00:00', 0),
      reading('2026-12-01T00:00', 30),
      reading('2027-01-01T00:00', 60),
    ]
    const counting = { digits: null, decimals: 1, multiplier: 1 }
    const terms = [
      { ...counting, from: Number.NEGATIVE_INFINITY },
      { ...counting, multiplier: 10, from: at('2026-11-15T00:00') },
    ]
    const ledger = ledgerOf({ entries, terms, rate: null, replacements: [], rounding: 'none' })
    expect(periodUsage(ledger, [], first, second).usage).toBeNull()
    const next = periodUsage(ledger, [], second, third).usage
    expect(next && toNumber(next)).toBe(300)
  })
})
