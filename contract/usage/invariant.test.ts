// Covers docs/requirements.md: 705, 707

import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReplacedAt } from '../values/consumption.ts'
import { consumptionBetween } from './consumptionBetween.ts'
import { type Decimal, decimal, plus, times, toNumber, zero } from './decimal.ts'
import { roundings } from './rounding.ts'
import type { Entry, Terms } from './timeline.ts'
import { ledgerOf, type MeterHistory, usageBetween } from './usage.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

const hour = 3_600_000
/** Of a counter that shows up to 9,999.9, in tenths. */
const capacity = 100_000

/** In a zone that changes its clocks, from before a February of 28 days until after one of 29. */
const boundariesIn = (unit: 'day' | 'month', count: number) =>
  Array.from({ length: count }, (_, n) =>
    dayjs.tz(dayjs.utc('2027-01-01').add(n, unit).format('YYYY-MM-DD 00:00'), 'Europe/Berlin').valueOf(),
  )
const months = boundariesIn('month', 18)
const days = boundariesIn('day', 120)
const start = months[0] ?? 0

interface Step {
  /** What is consumed, in tenths of a counted unit. */
  amount: number
  hours: number
  what:
    | 'reading'
    | 'nothing'
    | 'estimate'
    | 'replacement'
    | 'recorded twice'
    | 'old end unknown'
    | 'multiplier'
    | 'unread multiplier'
  /** How far an estimate is from the truth. */
  error: number
  newStart: number
  multiplier: number
}
const usual: Step['what'][] = ['reading', 'reading', 'reading', 'replacement', 'recorded twice']
const step = (what: Step['what'][]): fc.Arbitrary<Step> =>
  fc.record({
    // Beyond a tenth of its capacity a counter is not taken to roll over.
    amount: fc.nat({ max: 9000 }),
    hours: fc.integer({ min: 1, max: 900 }),
    what: fc.constantFrom(...what),
    error: fc.integer({ min: -50, max: 50 }),
    // Near the end of its capacity a counter rolls over before it is replaced again.
    newStart: fc.oneof(fc.nat({ max: 5000 }), fc.integer({ min: 95_000, max: 99_999 })),
    multiplier: fc.constantFrom(1, 0.1, 40, 60),
  })

interface Made extends MeterHistory {
  entries: Entry[]
  /** All that was consumed, multiplied. */
  truth: Decimal
}

/** The history that an attentive office would have kept of a counter. */
function historyOf(steps: readonly Step[], rounding: MeterHistory['rounding'] = 'none'): Made {
  const entries: Entry[] = [{ at: start, value: 100, readingId: 1, isEstimate: false }]
  const replacements: ReplacedAt[] = []
  const terms: Terms[] = [{ from: Number.NEGATIVE_INFINITY, digits: 5, decimals: 1, multiplier: 10 }]
  let [at, tenths, truth] = [start, 1000, zero]
  for (const { amount, hours, what, error, newStart, multiplier } of steps) {
    const before = terms.at(-1)?.multiplier ?? 1
    at += hours * hour
    truth = plus(truth, times(decimal(amount / 10), decimal(before)))
    tenths = (tenths + amount) % capacity
    const read = { at, value: tenths / 10, readingId: entries.length + 1, isEstimate: false }
    if (what === 'reading' || what === 'multiplier') entries.push(read)
    if (what === 'estimate') {
      entries.push({ ...read, value: Math.max(0, tenths + error) / 10, readingId: null, isEstimate: true })
    }
    if (what === 'multiplier' || what === 'unread multiplier')
      terms.push({ from: at, digits: 5, decimals: 1, multiplier })
    if (what === 'replacement' || what === 'recorded twice' || what === 'old end unknown') {
      const oldEnd = what === 'old end unknown' ? null : tenths / 10
      // Read just before, so that a second record is known by what the new meter cannot have counted.
      const unread = replacements.at(-1)?.oldEnd === oldEnd ? 0 : Math.min(amount, 10)
      const value = ((tenths - unread + capacity) % capacity) / 10
      if (what !== 'old end unknown') entries.push({ ...read, at: at - 1, value })
      replacements.push({ at, oldEnd, newStart: newStart / 10 })
      const isTold = what === 'recorded twice' && tenths > 20 * (newStart + 100)
      if (isTold) replacements.push({ at: at + 1, oldEnd, newStart: newStart / 10 })
      tenths = newStart
    }
  }
  entries.push({ at: at + hour, value: tenths / 10, readingId: entries.length + 1, isEstimate: false })
  return { entries, replacements, terms, rate: null, rounding, truth }
}

/** Checks that the usages between neighbouring boundaries sum to the usage of the whole span, where all are known. */
function expectSum(history: MeterHistory, boundaries: readonly number[]) {
  const ledger = ledgerOf(history)
  const parts = boundaries
    .slice(1)
    .map((to, index) => usageBetween(ledger, boundaries[index] ?? to, to).usage)
  const known = parts.filter((part) => part !== null)
  const whole = usageBetween(ledger, boundaries[0] ?? 0, boundaries.at(-1) ?? 0).usage
  if (known.length < parts.length) return false
  expect(whole && toNumber(whole)).toBe(toNumber(known.reduce(plus, zero)))
  return true
}

describe('the ledger', () => {
  it('counts what was consumed, over any rollovers and over replacements that may be recorded twice', () => {
    let turns = 0
    fc.assert(
      fc.property(fc.array(step(usual), { minLength: 1, maxLength: 40 }), (steps) => {
        const history = historyOf(steps)
        const end = history.entries.at(-1)?.at ?? 0
        const ledger = ledgerOf(history)
        turns += ledger.timeline.links.filter(({ rolledOver }) => rolledOver).length
        const { usage, mark } = usageBetween(ledger, start, end)
        expect([usage && toNumber(usage), mark]).toEqual([toNumber(history.truth), 'exact'])
      }),
    )
    expect(turns).toBeGreaterThan(20)
  })

  it('counts with each multiplier what was consumed while it applied', () => {
    fc.assert(
      fc.property(fc.array(step([...usual, 'multiplier']), { maxLength: 40 }), (steps) => {
        const history = historyOf(steps)
        const end = history.entries.at(-1)?.at ?? 0
        const { usage } = usageBetween(ledgerOf(history), start, end)
        expect(usage && toNumber(usage)).toBe(toNumber(history.truth))
      }),
    )
  })

  const everything: Step['what'][] = [
    ...usual,
    'multiplier',
    'unread multiplier',
    'nothing',
    'estimate',
    'old end unknown',
  ]
  const change = fc.record({
    what: fc.constantFrom('corrected' as const, 'deleted' as const, 'arrives late' as const),
    index: fc.nat(),
    by: fc.integer({ min: -20, max: 20 }),
  })
  const wild = fc.record({
    steps: fc.array(step(everything), { minLength: 5, maxLength: 40 }),
    changes: fc.array(change, { maxLength: 3 }),
    extra: fc.array(fc.nat({ max: 400 * 24 }), { maxLength: 5 }),
    rounding: fc.constantFrom(...roundings),
    unit: fc.constantFrom(months, days),
    from: fc.nat({ max: 10 }),
    count: fc.integer({ min: 2, max: 20 }),
  })

  it('sums the usages of adjoining periods to that of the whole span, before and after any change', () => {
    let summed = 0
    fc.assert(
      fc.property(wild, ({ steps, changes, extra, rounding, unit, from, count }) => {
        const history = historyOf(steps, rounding)
        // Periods need not be months or days.
        const between = extra.map((hours) => start + hours * hour + 1)
        const boundaries = [...new Set([...unit.slice(from, from + count), ...between])].sort((a, b) => a - b)
        if (expectSum(history, boundaries)) summed++
        for (const { what, index, by } of changes) {
          const entry = history.entries[index % history.entries.length]
          if (entry === undefined) continue
          const rest = history.entries.filter((each) => each !== entry)
          const late = { ...entry, at: entry.at + hour / 2 }
          const corrected = { ...entry, value: Math.max(0, entry.value + by) }
          const added = { corrected: [corrected], deleted: [], 'arrives late': [entry, late] }[what]
          history.entries = [...rest, ...added].sort((a, b) => a.at - b.at)
          expectSum(history, boundaries)
        }
      }),
      { numRuns: 500 },
    )
    // Otherwise the property would hold of nothing.
    expect(summed).toBeGreaterThan(20)
  })

  it('shows between two readings the number that the reading’s detail shows', () => {
    fc.assert(
      fc.property(fc.array(step([...usual, 'multiplier', 'old end unknown']), { maxLength: 30 }), (steps) => {
        const history = historyOf(steps)
        const ledger = ledgerOf(history)
        for (const [index, to] of history.entries.slice(1).entries()) {
          const from = history.entries[index] ?? to
          const { usage } = usageBetween(ledger, from.at, to.at)
          const detail = consumptionBetween(from, to, history.replacements, history)
          expect(usage && toNumber(usage)).toBe(detail.amount)
        }
      }),
    )
  })
})
