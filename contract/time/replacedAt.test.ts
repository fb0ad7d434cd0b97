// Covers docs/requirements.md: 530

import { describe, expect, test } from 'vitest'
import { consumptionBetween } from '../usage/consumptionBetween.ts'
import { alwaysCounting } from '../usage/timeline.ts'
import type { Shown } from '../values/consumption.ts'
import { reconcileReplacedAt, replacedBefore } from './replacedAt.ts'

const second = 1000
const minute = 60 * second
const photograph = Date.UTC(2026, 10, 26, 2, 53, 35)
const counting = { digits: 6, decimals: 1, rate: null }

describe('a replacement that a photograph of the new meter shows', () => {
  test.each<[string, number | null, number]>([
    ['nothing before it', null, photograph - minute],
    ['a last reading long ago', photograph - 30 * minute, photograph - minute],
    ['a last reading 26 s before', photograph - 26 * second, photograph - 13 * second],
    ['a last reading 1 ms before', photograph - 1, photograph],
    ['a last reading behind it, of another clock', photograph + minute, photograph - minute],
  ])('lies between the two, at most a minute before the photograph: %s', (_, last, expected) => {
    expect(replacedBefore(photograph, last)).toBe(expected)
  })
})

describe('a replacement whose time readings close to it contradict', () => {
  const at = photograph - minute
  const replaced = { at, oldEnd: 34_571, newStart: 0 }
  const shown = (value: number, seconds: number): Shown => ({ value, at: at + seconds * second })
  const old = shown(34_570.1, 34)
  const reconcile = (readings: Shown[], given: Partial<typeof replaced> | { oldEnd: null } = {}) =>
    (reconcileReplacedAt({ ...replaced, ...given }, readings, counting) - at) / second

  test.each<[string, Shown[], number]>([
    ['behind the old meter’s last', [shown(34_500, -86_400), old], 34.001],
    ['between the two', [shown(12.3, 60), old], 47],
    ['before the new meter’s first', [shown(34_570.1, -20), shown(12.3, -10), shown(12.4, -5)], -15],
    ['before the new meter’s first, without one of the old', [shown(12.3, -10)], -10.001],
  ])('lies %s', (_, readings, expected) => expect(reconcile(readings)).toBe(expected))

  test.each<[string, Shown[]]>([
    ['it lies between them', [shown(34_570.1, -1), shown(12.3, 1)]],
    ['it is the moment of the new meter’s first', [shown(34_570.1, -1), shown(0, 0)]],
    ['they are far from it', [shown(34_570.1, 301), shown(12.3, -301)]],
    [
      'a new meter that has counted for long is near the old one’s end',
      [shown(34_570, -600), shown(20_000, 60)],
    ],
    ['they contradict each other', [shown(12.3, -10), shown(34_570.1, 10)]],
    ['there are none', []],
  ])('stays as told where %s', (_, readings) => expect(reconcile(readings)).toBe(0))

  test('goes by the reading before where nobody read the end', () => {
    expect(reconcile([shown(34_500, -86_400), old], { oldEnd: null })).toBe(34.001)
    expect(reconcile([old], { oldEnd: null })).toBe(0)
  })

  test('has the consumption across it right', () => {
    const first = shown(12.3, 60)
    const all = [{ ...replaced, at: reconcileReplacedAt(replaced, [old, first], counting) }]
    expect(
      consumptionBetween(old, first, [replaced], alwaysCounting({ ...counting, multiplier: 1 })).note,
    ).toBe('backwards')
    expect(consumptionBetween(old, first, all, alwaysCounting({ ...counting, multiplier: 1 }))).toEqual({
      amount: 13.2,
      note: 'replaced',
    })
  })
})
