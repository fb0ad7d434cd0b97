// Covers docs/requirements.md: 705, 706, 707

import { describe, expect, it } from 'vitest'
import type { ReplacedAt } from '../values/consumption.ts'
import { toNumber } from './decimal.ts'
import type { Entry, Terms } from './timeline.ts'
import { ledgerOf, type MeterHistory, usageBetween } from './usage.ts'

const at = (local: string) => Date.parse(`${local}:00+09:00`)
const day = (n: number, month = 11) => at(`2026-${month}-${String(n).padStart(2, '0')}T00:00`)
let nextId = 1
const reading = (time: number, value: number): Entry => ({
  at: time,
  value,
  readingId: nextId++,
  isEstimate: false,
})
const estimate = (time: number, value: number): Entry => ({
  at: time,
  value,
  readingId: null,
  isEstimate: true,
})
const terms = (given: Partial<Terms> = {}): Terms => ({
  from: Number.NEGATIVE_INFINITY,
  digits: null,
  decimals: 1,
  multiplier: 1,
  ...given,
})
const meter = (entries: Entry[], given: Partial<MeterHistory> = {}): MeterHistory => ({
  entries,
  replacements: [],
  terms: [terms()],
  rate: null,
  rounding: 'none',
  ...given,
})

/** Usages of the periods between neighbouring boundaries, with their marks. */
function usages(history: MeterHistory, boundaries: number[]) {
  const ledger = ledgerOf(history)
  return boundaries.slice(1).map((to, index) => {
    const { usage, mark } = usageBetween(ledger, boundaries[index] ?? to, to)
    return [usage && toNumber(usage), mark]
  })
}

const november = [day(1), day(1, 12)]

describe('usage in the hand-worked cases', () => {
  it('goes over a rollover and is multiplied', () => {
    const history = meter([reading(day(1), 99_950), reading(day(1, 12), 120)], {
      terms: [terms({ digits: 5, decimals: 0, multiplier: 40 })],
    })
    expect(usages(history, november)).toEqual([[6800, 'exact']])
  })

  it('goes over a replacement, also where the multiplier changes with it', () => {
    const replaced: ReplacedAt = { at: day(15), oldEnd: 8533.1, newStart: 0.3 }
    const entries = [reading(day(1), 8421.6), reading(day(1, 12), 205.9)]
    const history = meter(entries, { replacements: [replaced] })
    expect(usages(history, november)).toEqual([[317.1, 'exact']])
    const changed = [terms({ multiplier: 60 }), terms({ multiplier: 40, from: day(15) })]
    const ledger = ledgerOf({ ...history, terms: changed })
    const { usage, segments } = usageBetween(ledger, day(1), day(1, 12))
    expect(usage && toNumber(usage)).toBe(6690 + 8224)
    expect(segments.map(({ multiplier }) => multiplier)).toEqual([60, 40])
  })

  it('interpolates the index at the end of the month', () => {
    const [start, before, after] = [
      reading(day(1), 700),
      reading(at('2026-11-28T09:00'), 1000),
      reading(at('2026-12-03T09:00'), 1060),
    ]
    const history = meter([start, before, after])
    const boundaries = [...november, at('2026-12-03T09:00')]
    expect(usages(history, boundaries)).toEqual([
      [331.5, 'interpolated'],
      [28.5, 'interpolated'],
    ])
    const { start: first, end } = usageBetween(ledgerOf(history), day(1), day(1, 12))
    expect(first).toMatchObject({ mark: 'exact', readingIds: [start.readingId] })
    expect(end).toMatchObject({ mark: 'interpolated', readingIds: [before.readingId, after.readingId] })
    expect(end && toNumber(end.value)).toBe(1031.5)
  })

  it('of a corrected month moves into the next one, so that the sum stays', () => {
    const months = [day(1), day(1, 12), at('2027-01-01T00:00')]
    const with12 = (value: number) =>
      meter([reading(day(1), 700), reading(day(1, 12), value), reading(at('2027-01-01T00:00'), 1090)])
    expect(usages(with12(1031), months)).toEqual([
      [331, 'exact'],
      [59, 'exact'],
    ])
    expect(usages(with12(1013), months)).toEqual([
      [313, 'exact'],
      [77, 'exact'],
    ])
  })

  it.each([
    [552, 34],
    [510, -8],
  ])('settles an estimate with the next reading, %d', (value, settled) => {
    const months = [day(1), day(1, 12), at('2027-01-01T00:00')]
    const end = reading(at('2027-01-01T00:00'), value)
    const history = meter([reading(day(1), 500), estimate(day(1, 12), 518), end], {
      terms: [terms({ digits: 5, decimals: 0 })],
    })
    expect(usages(history, months)).toEqual([
      [18, 'estimated'],
      [settled, 'estimated'],
    ])
    expect(usages(history, [day(1), at('2027-01-01T00:00')])).toEqual([[18 + settled, 'exact']])
  })

  it('cuts the index to integers, not each usage', () => {
    const entries = [reading(day(1), 0), reading(day(2), 10.5), reading(day(3), 21)]
    expect(usages(meter(entries, { rounding: 'integer' }), [day(1), day(2), day(3)])).toEqual([
      [10, 'exact'],
      [11, 'exact'],
    ])
    expect(usages(meter(entries), [day(1), day(2), day(3)])).toEqual([
      [10.5, 'exact'],
      [10.5, 'exact'],
    ])
  })
})

describe('usage at the boundary of periods', () => {
  const days = [day(1), day(2), day(3)]

  it('has neither gap nor overlap at a reading exactly there', () => {
    const entries = [reading(day(1), 10), reading(day(2), 13), reading(day(3), 20)]
    expect(usages(meter(entries), days)).toEqual([
      [3, 'exact'],
      [7, 'exact'],
    ])
  })

  it('goes on from the later of two readings of the same moment', () => {
    const entries = [reading(day(1), 10), reading(day(2), 13), reading(day(2), 14), reading(day(3), 20)]
    expect(usages(meter(entries), days)).toEqual([
      [4, 'exact'],
      [6, 'exact'],
    ])
  })

  it('is divided between a period with two readings and one without', () => {
    const half = day(1) + 43_200_000
    const entries = [reading(day(1), 0), reading(half, 6), reading(day(3) + 43_200_000, 18)]
    expect(usages(meter(entries), days)).toEqual([
      [9, 'interpolated'],
      [6, 'interpolated'],
    ])
  })

  it('counts a replacement on the closing day, after the closing reading', () => {
    const replaced = { at: day(2) + 3_600_000, oldEnd: 13.5, newStart: 1 }
    const entries = [reading(day(1), 10), reading(day(2), 13), reading(day(3), 8)]
    expect(usages(meter(entries, { replacements: [replaced] }), days)).toEqual([
      [3, 'exact'],
      [7.5, 'exact'],
    ])
  })

  it('begins with the new meter at the moment of a replacement', () => {
    const replaced = { at: day(2), oldEnd: 13, newStart: 1 }
    const entries = [reading(day(1), 10), reading(day(3), 8)]
    expect(usages(meter(entries, { replacements: [replaced] }), days)).toEqual([
      [3, 'exact'],
      [7, 'exact'],
    ])
  })

  it('is unknown over a replacement without old end, and known again after it', () => {
    const replaced = { at: day(1) + 3_600_000, oldEnd: null, newStart: 1 }
    const entries = [reading(day(1), 10), reading(day(2), 3), reading(day(3), 8)]
    expect(usages(meter(entries, { replacements: [replaced] }), days)).toEqual([
      [null, 'unknown'],
      [5, 'exact'],
    ])
  })

  it('is unknown where the counter went backwards', () => {
    const entries = [reading(day(1), 10), reading(day(2), 30), reading(day(3), 20)]
    expect(usages(meter(entries), days)).toEqual([
      [20, 'exact'],
      [null, 'unknown'],
    ])
    expect(usages(meter(entries), [day(1), day(3)])).toEqual([[null, 'unknown']])
  })

  it('is unknown before the first and after the last reading, and never 0', () => {
    const entries = [reading(day(2), 10)]
    expect(usages(meter(entries), days)).toEqual([
      [null, 'unknown'],
      [null, 'unknown'],
    ])
    expect(usageBetween(ledgerOf(meter(entries)), day(2), day(3)).start).toMatchObject({ mark: 'exact' })
    expect(usages(meter([]), days)[0]).toEqual([null, 'unknown'])
  })

  it('is interpolated between readings of 45 days, but of no more', () => {
    const history = (days: number) => meter([reading(day(1), 0), reading(day(1) + days * 86_400_000, 90)])
    expect(usages(history(45), november)).toEqual([[60, 'interpolated']])
    expect(usages(history(46), november)).toEqual([[null, 'unknown']])
  })

  it('shows the index of the counter between two readings across its rollover', () => {
    const history = meter([reading(day(1), 99_990), reading(day(3), 10)], {
      terms: [terms({ digits: 5, decimals: 0, multiplier: 2 })],
    })
    expect(usages(history, days)).toEqual([
      [20, 'interpolated'],
      [20, 'interpolated'],
    ])
    const end = usageBetween(ledgerOf(history), day(1), day(2)).end
    expect(end && toNumber(end.value)).toBe(0)
  })

  it('is divided where the multiplier changes between two readings', () => {
    const changed = [terms(), terms({ multiplier: 10, from: day(2) })]
    const history = meter([reading(day(1), 0), reading(day(3), 20)], { terms: changed })
    expect(usages(history, [day(1), day(3)])).toEqual([[110, 'interpolated']])
  })

  it('never takes the settlement of an estimate for a rollover', () => {
    const history = meter([reading(day(1), 99_000), estimate(day(2), 99_900), reading(day(3), 99_100)], {
      terms: [terms({ digits: 5, decimals: 0 })],
    })
    expect(usages(history, days)).toEqual([
      [900, 'estimated'],
      [-800, 'estimated'],
    ])
  })

  it('goes over a rollover that an estimate lies behind', () => {
    const history = meter([reading(day(1), 99_950), estimate(day(2), 120), reading(day(3), 150)], {
      terms: [terms({ digits: 5, decimals: 0 })],
    })
    expect(usages(history, days)).toEqual([
      [170, 'estimated'],
      [30, 'estimated'],
    ])
  })
})
