// Covers docs/requirements.md: 748, 790, 791, 792, 793, 794, 943

import { describe, expect, it } from 'vitest'
import { decimal } from '../usage/decimal.ts'
import { changePerDay, checksOf, closingChecks, initialChecks, type Part } from './checks.ts'

const counted = (usage: number, days = 30) => ({ usage: decimal(usage), length: days * 86_400_000 })
/** A meter that counted 100 in 30 days. */
const part = (over: Partial<Part> = {}): Part => ({
  meterId: 1,
  meterName: '受電',
  current: counted(100),
  previous: null,
  isEstimated: false,
  ...over,
})
const checks = ({ own = {}, ...given }: { own?: Partial<Part> } & Partial<Omit<Given, 'own'>> = {}) =>
  checksOf({
    checks: initialChecks,
    limits: { percent: 50, least: 0 },
    own: part(own),
    lastYear: null,
    children: null,
    leftOut: [],
    isBackwards: false,
    isEstimatedTwice: false,
    isVerificationExpired: false,
    ...given,
  })
type Given = Parameters<typeof checksOf>[0]

it('330 in 30 days are 10 % more a day than 340 in 34', () => {
  expect(changePerDay(counted(330, 30), counted(340, 34))).toBe(10)
})

describe('checksOf', () => {
  it('finds a change of more than half a day against the period before and a year ago', () => {
    expect(checks({ own: { previous: counted(68, 31) }, lastYear: counted(200) })).toEqual([
      { check: 'previous', percent: 52 },
    ])
    expect(checks({ lastYear: counted(201) })).toMatchObject([{ check: 'last_year' }])
    expect(checks()).toEqual([])
  })

  it('finds no change of exactly the limit, which a quotient in binary or with few decimals would exceed', () => {
    // 3.333… and 5 a day.
    expect(checks({ own: { current: counted(150), previous: counted(100) } })).toEqual([])
    expect(checks({ own: { current: counted(150.000001), previous: counted(100) } })).toHaveLength(1)
    expect(
      checks({ own: { current: counted(0.33, 33), previous: counted(0.22, 33) }, lastYear: counted(0.3) }),
    ).toEqual([])
  })

  it('finds only changes of more per cent than the limits say, and of at least their quantity a day', () => {
    const own = { current: counted(60), previous: counted(30) }
    expect(checks({ own, limits: { percent: 99, least: 1 } })).toHaveLength(1)
    expect(checks({ own, limits: { percent: 100, least: 0 } })).toEqual([])
    expect(checks({ own, limits: { percent: 99, least: 1.001 } })).toEqual([])
    const first = { current: counted(0.3), previous: counted(0) }
    expect(checks({ own: first })).toEqual([{ check: 'previous', percent: null }])
    expect(checks({ own: first, limits: { percent: 50, least: 0.02 } })).toEqual([])
  })

  it('finds zero after non-zero once, and usage after none', () => {
    const none = counted(0)
    const before = counted(50)
    const stopped = { own: { current: none, previous: before }, lastYear: before }
    expect(checks(stopped)).toEqual([{ check: 'zero', percent: -100 }])
    expect(checks({ ...stopped, checks: ['previous'] })).toEqual([{ check: 'previous', percent: -100 }])
    expect(checks({ own: { current: none, previous: none } })).toEqual([])
    expect(checks({ own: { previous: none } })).toEqual([{ check: 'previous', percent: null }])
  })

  it('finds a parent that differs from its children by more than 3 %', () => {
    const children = (...usages: number[]) => usages.map((usage) => part({ current: counted(usage) }))
    const own = { current: counted(120) }
    expect(checks({ own, children: children(30.2, 41.5, 18.3) })).toMatchObject([
      { check: 'parent', percent: 25 },
    ])
    expect(checks({ own, children: children(70, 46.4) })).toEqual([])
    expect(checks({ own, children: children(70, 53.7) })).toMatchObject([{ percent: -3.1 }])
    expect(checks({ own: { current: counted(0) }, children: children(1) })).toMatchObject([{ percent: null }])
  })

  it('names the children that had not begun to count with a difference of their parent', () => {
    const children = [part({ current: counted(90) })]
    const leftOut = [{ meter_id: 9, meter_name: '新しい子' }]
    expect(checks({ own: { current: counted(120) }, children, leftOut })).toMatchObject([
      { check: 'parent', percent: 25, left_out: leftOut },
    ])
    expect(checks({ own: { current: counted(91) }, children, leftOut })).toEqual([])
  })

  it('finds what else is on, also where the usage is unknown', () => {
    const found = { isBackwards: true, isEstimatedTwice: true, isVerificationExpired: true }
    expect(checks(found)).toEqual([])
    const names = ['backwards', 'estimated_twice', 'verification_expired']
    expect(checksOf({ ...all, ...found, own: null })).toEqual(
      names.map((check) => ({ check, percent: null })),
    )
    expect(checksOf({ ...all, own: null })).toEqual([])
  })
})

const all: Given = {
  checks: closingChecks,
  limits: { percent: 50, least: 0 },
  own: null,
  lastYear: null,
  children: null,
  leftOut: [],
  isBackwards: false,
  isEstimatedTwice: false,
  isVerificationExpired: false,
}

describe('a parent that differs from its children', () => {
  const child = (meterId: number, usage: number, before: number | null, isEstimated = false) =>
    part({
      meterId,
      meterName: `子${meterId}`,
      current: counted(usage),
      previous: before === null ? null : counted(before, 31),
      isEstimated,
    })
  const explanations = (own: Part, children: Part[]) =>
    checks({ checks: ['parent'], own, children })[0]?.explained_by

  it('is explained by what changed towards the difference a day, most first, and by estimates', () => {
    const children = [child(2, 30, 31), child(3, 20, 51.15), child(4, 9, 12.4), child(5, 8, null, true)]
    expect(explanations(part({ previous: counted(103.33, 31) }), children)).toEqual([
      { meter_id: 3, meter_name: '子3', usage: 20, usual: 49.5, is_estimated: false },
      { meter_id: 5, meter_name: '子5', usage: 8, usual: null, is_estimated: true },
    ])
  })

  it('is explained by the parent where that one changed, and by children that counted too much', () => {
    expect(explanations(part({ previous: counted(62, 31) }), [child(2, 60, 62)])).toMatchObject([
      { meter_id: 1, usual: 60 },
    ])
    expect(explanations(part({ previous: counted(103, 31) }), [child(2, 150, 103)])).toMatchObject([
      { meter_id: 2, usage: 150, usual: 100 },
    ])
  })

  it('that differed before as well is explained by none', () => {
    expect(explanations(part({ previous: counted(100) }), [child(2, 90, 93)])).toEqual([])
  })
})
