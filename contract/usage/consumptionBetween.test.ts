// Covers docs/requirements.md: 530, 566

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Consumption, Counting, ReplacedAt } from '../values/consumption.ts'
import { consumptionBetween } from './consumptionBetween.ts'
import { alwaysCounting } from './timeline.ts'

const day = 86_400_000
const start = Date.UTC(2026, 10, 1)
const at = (days: number) => start + days * day

/** Shows up to 9999.99. */
const counter: Counting = { digits: 6, decimals: 2, multiplier: 1, rate: null }
const rate = { usual: 8, greatest: 10, days: 1 }

describe('consumption between two readings', () => {
  const shown = (value: number, days: number) => ({ value, at: at(days) })

  test.each<[string, number, number | null, Partial<Counting>, Consumption]>([
    ['is the difference', 10.1, 10.3, {}, { amount: 0.2, note: null }],
    ['is rounded as values are', 0, 0.425, {}, { amount: 0.43, note: null }],
    ['is multiplied', 10.1, 10.3, { multiplier: 30 }, { amount: 6, note: null }],
    ['goes over a rollover', 9998.5, 3.25, {}, { amount: 4.75, note: 'rolled_over' }],
    ['goes over a rollover at a likely rate', 9998, 25, { rate }, { amount: 27, note: 'rolled_over' }],
    ['is not known where a rollover is too fast', 9998, 30, { rate }, { amount: null, note: 'backwards' }],
    [
      'is not known where half of the counter would have gone by, however fast it counts',
      4000,
      3999,
      { rate: { usual: 5000, greatest: 9000, days: 1 } },
      { amount: null, note: 'backwards' },
    ],
    ['is not known when going backwards', 5000, 4999.99, {}, { amount: null, note: 'backwards' }],
    ['knows no rollover without digits', 9998, 3, { digits: null }, { amount: null, note: 'backwards' }],
    [
      'is not known beyond any number',
      0,
      1e303,
      { digits: null, multiplier: 1e6 },
      { amount: null, note: 'unread' },
    ],
    ['is not known of an unread value', 10, null, {}, { amount: null, note: 'unread' }],
  ])('%s', (_, from, value, given, expected) => {
    expect(
      consumptionBetween(shown(from, 0), { value, at: at(1) }, [], alwaysCounting({ ...counter, ...given })),
    ).toEqual(expected)
  })

  const replaced = (days: number, oldEnd: number | null, newStart: number): ReplacedAt => ({
    at: at(days),
    oldEnd,
    newStart,
  })

  test('goes over replacements between the two only', () => {
    const all = [replaced(-1, 1, 900), replaced(1, 120, 5), replaced(2, 8, 0), replaced(4, 50, 0)]
    const found = consumptionBetween(
      shown(100, 0),
      { value: 2, at: at(3) },
      all,
      alwaysCounting({ ...counter, multiplier: 10 }),
    )
    expect(found).toEqual({ amount: 250, note: 'replaced' })
  })

  test('begins anew with a reading at the moment of replacement', () => {
    const all = [replaced(1, 120, 5)]
    expect(
      consumptionBetween(shown(100, 0), { value: 5, at: at(1) }, all, alwaysCounting(counter)).amount,
    ).toBe(20)
    expect(consumptionBetween(shown(5, 1), { value: 7, at: at(2) }, all, alwaysCounting(counter))).toEqual({
      amount: 2,
      note: null,
    })
  })

  test('is not known where nobody read the end of the old meter', () => {
    const all = [replaced(1, null, 0)]
    expect(consumptionBetween(shown(100, 0), { value: 7, at: at(2) }, all, alwaysCounting(counter))).toEqual({
      amount: null,
      note: 'old_end_unknown',
    })
  })

  const duplicated: Consumption = { amount: 14.2, note: 'duplicate_replacement' }
  const twice: Consumption = { amount: 17.4, note: 'replaced' }
  test.each<[string, ReplacedAt[], Consumption]>([
    ['once where it was recorded twice', [replaced(1, 4131.2, 0), replaced(1.04, 4131.2, 0)], duplicated],
    [
      'once where it was recorded three times, by different eyes',
      [replaced(1, 4131.2, 0), replaced(1.04, 4131, 0), replaced(1.1, 4131.3, 0.1)],
      duplicated,
    ],
    [
      'twice where the next one goes on from the new start',
      [replaced(1, 4131.2, 0), replaced(2, 3.2, 0)],
      twice,
    ],
    [
      'twice where the second of three goes on from the new start',
      [replaced(1, 4131.2, 0), replaced(2, 3.2, 0), replaced(2.1, 3.2, 0)],
      { ...twice, note: 'duplicate_replacement' },
    ],
  ])('counts a replacement %s', (_, all, expected) => {
    expect(
      consumptionBetween(shown(4120.5, 0), { value: 3.5, at: at(3) }, all, alwaysCounting(counter)),
    ).toEqual(expected)
  })

  test('counts a replacement once where a reading of the new meter lies between its two records', () => {
    const all = [replaced(1, 4131.2, 0), replaced(2, 4131.2, 0)]
    const of = (from: ReturnType<typeof shown>, to: ReturnType<typeof shown>) =>
      consumptionBetween(from, to, all, alwaysCounting(counter))
    expect(of(shown(4120.5, 0), shown(3.5, 1.5))).toEqual({ amount: 14.2, note: 'replaced' })
    expect(of(shown(3.5, 1.5), shown(5, 3))).toEqual({ amount: 1.5, note: 'duplicate_replacement' })
    // Another meter that happens to end where the one before it ended.
    expect(of(shown(4130, 1.5), shown(5, 3))).toEqual({ amount: 6.2, note: 'replaced' })
  })

  test('adds up to what was consumed, over any rollovers and replacements', () => {
    const step = fc.record({
      amount: fc.integer({ min: 0, max: 1000 }),
      days: fc.integer({ min: 1, max: 30 }),
      newStart: fc.option(fc.integer({ min: 0, max: 999_999 }), { freq: 5 }),
    })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.constantFrom(1, 10, 60),
        (steps, first, multiplier) => {
          const counting = { ...counter, multiplier, rate }
          const replacements: ReplacedAt[] = []
          let [now, hundredths, sum] = [start, first, 0]
          let before = { value: first / 100, at: now }
          for (const { amount, days, newStart } of steps) {
            now += days * day
            hundredths = (hundredths + amount) % 1_000_000
            const lastEnd = replacements.at(-1)?.oldEnd ?? Number.NEGATIVE_INFINITY
            // Otherwise it may be taken for a second record of the same replacement.
            if (newStart !== null && Math.abs(hundredths / 100 - lastEnd) > 1) {
              replacements.push({ at: now, oldEnd: hundredths / 100, newStart: newStart / 100 })
              hundredths = newStart
            }
            const next = { value: hundredths / 100, at: now }
            sum +=
              consumptionBetween(before, next, replacements, alwaysCounting(counting)).amount ?? Number.NaN
            before = next
          }
          const consumed = steps.reduce((total, { amount }) => total + amount, 0) / 100
          expect(sum).toBeCloseTo(consumed * multiplier, 6)
        },
      ),
    )
  })
})
