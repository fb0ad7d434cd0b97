// Covers docs/requirements.md: 752

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, minus, plus, toNumber, zero } from '../usage/decimal.ts'
import { alwaysCounting } from '../usage/timeline.ts'
import { type Ledger, ledgerOf } from '../usage/usage.ts'
import type { ReplacedAt } from '../values/consumption.ts'
import { type ClosedPeriod, periodUsage } from './periodUsage.ts'

const month = 30 * 86_400_000
/** Indices at the closings of consecutive months; null: nobody read the meter. */
const ledger = (indices: readonly (number | null)[], replacements: ReplacedAt[] = []): Ledger =>
  ledgerOf({
    ...alwaysCounting({ digits: null, decimals: 1, multiplier: 1, rate: null }),
    entries: indices.flatMap((value, index) =>
      value === null ? [] : [{ at: index * month, value, readingId: index, isEstimate: false }],
    ),
    replacements,
    rounding: 'none',
  })
const momentsOf = (indices: readonly (number | null)[]) =>
  indices.map((value, index) => (value === null ? null : index * month))
const closedWith = (startAt: number | null, usage: number | null, adjustment = 0): ClosedPeriod => ({
  startAt,
  usage: usage === null ? null : decimal(usage),
  adjustment: decimal(adjustment),
})
const usageOf = (...given: Parameters<typeof periodUsage>) => {
  const { usage, adjustment } = periodUsage(...given)
  return [usage && toNumber(usage), toNumber(adjustment)]
}

describe('the usage of the period after a closed one', () => {
  it('settles a correction in the next month, unless the month was closed again', () => {
    const corrected = ledger([700, 1013, 1090])
    expect(usageOf(corrected, [closedWith(0, 331)], month, 2 * month)).toEqual([59, -18])
    expect(usageOf(corrected, [closedWith(0, 313)], month, 2 * month)).toEqual([77, 0])
  })

  it('does not settle a correction twice', () => {
    const earlier = [closedWith(0, 331), closedWith(month, 59, -18)]
    expect(usageOf(ledger([700, 1013, 1090, 1150]), earlier, 2 * month, 3 * month)).toEqual([60, 0])
    // The first month is unknown now; what it settled stays settled.
    const from = [closedWith(null, 331), closedWith(month, 59, -18)]
    expect(usageOf(ledger([null, 1013, 1090, 1150]), from, 2 * month, 3 * month)).toEqual([60, 0])
  })

  it('settles an old end that is known later', () => {
    const replaced = { at: month / 2, oldEnd: 720, newStart: 0 }
    const earlier = [closedWith(0, 25)]
    expect(usageOf(ledger([700, 10, 40], [replaced]), earlier, month, 2 * month)).toEqual([35, 5])
  })

  it('continues a period that was closed without a reading', () => {
    expect(usageOf(ledger([700, null, 1090]), [closedWith(0, null)], null, 2 * month)).toEqual([390, 0])
  })

  it('begins anew after a gap that nobody knows', () => {
    const replaced = { at: month / 2, oldEnd: null, newStart: 0 }
    expect(usageOf(ledger([700, 10, 40], [replaced]), [closedWith(0, null)], month, 2 * month)).toEqual([
      30, 0,
    ])
  })

  it('sums to the ledger over corrections, months without a reading and months that are closed again', () => {
    const step = fc.record({
      amount: fc.nat({ max: 500 }),
      isRead: fc.boolean(),
      correction: fc.integer({ min: -40, max: 40 }),
      isClosedAgain: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const indices: (number | null)[] = [1000]
        const closed: ClosedPeriod[] = []
        const close = (index: number) => {
          const current = indices.slice(0, index + 2)
          const moments = momentsOf(current)
          const before = closed.slice(0, index)
          const { usage, adjustment } = periodUsage(
            ledger(current),
            before.map((each, at) => ({ ...each, startAt: moments[at] ?? null })),
            moments[index] ?? null,
            moments[index + 1] ?? null,
          )
          closed[index] = { startAt: null, usage, adjustment }
        }
        let index = 1000
        for (const [at, { amount, isRead, correction, isClosedAgain }] of steps.entries()) {
          index += amount + 100
          indices.push(isRead || at === steps.length - 1 ? index : null)
          close(at)
          const last = indices[at]
          if (at === 0 || last === null || last === undefined) continue
          indices[at] = last + correction
          if (isClosedAgain) close(at - 1)
        }
        // The last month settles what was corrected after it was closed.
        indices.push(index + 10)
        close(steps.length)
        const billed = closed.reduce((sum, { usage }) => plus(sum, usage ?? zero), zero)
        expect(toNumber(minus(billed, decimal(index + 10 - 1000)))).toBe(0)
      }),
    )
  })
})
