// Covers docs/requirements.md: 817, 818, 819, 943

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, allocationByShares, allocationByUsage, areComplete, type Child } from './allocation.ts'
import { type Decimal, decimal, plus, zero } from './decimal.ts'

const child = (meterId: number, usage: number | null, given: Partial<Child> = {}): Child => ({
  meterId,
  costBearerId: null,
  name: `子${meterId}`,
  hasUnitOfParent: true,
  usage: usage === null ? null : decimal(usage),
  begunAt: 0,
  endAt: 1,
  ...given,
})
const parent = (usage: number | null, decimals = 0) => ({
  usage: usage === null ? null : decimal(usage),
  decimals,
})
const byUsage = (usage: number | null, children: readonly Child[], decimals = 0) => {
  const { problem, difference, parts } = allocationByUsage(parent(usage, decimals), children)
  return { problem, difference, usages: parts.map((part) => part.usage) }
}

const anyDecimal = (max: number): fc.Arbitrary<Decimal> =>
  fc.record({ units: fc.bigInt({ min: 0n, max: 10n ** BigInt(max) }), scale: fc.nat({ max: 6 }) })
const anyTotal = fc
  .tuple(anyDecimal(15), fc.boolean())
  .map(([{ units, scale }, isNegative]) => ({ units: isNegative ? -units : units, scale }))
const anyClaims = fc
  .uniqueArray(fc.record({ id: fc.nat(), weight: anyDecimal(12) }), {
    selector: ({ id }) => id,
    minLength: 1,
  })
  .filter((claims) => claims.some(({ weight }) => weight.units > 0n))

describe('allocate', () => {
  it('conserves the sum, whatever the quantity, the weights and the decimals', () => {
    fc.assert(
      fc.property(anyTotal, anyClaims, fc.nat({ max: 8 }), (total, claims, decimals) => {
        const parts = [...(allocate(total, claims, decimals)?.values() ?? [])]
        const sum = parts.reduce(plus, zero)
        expect(parts).toHaveLength(claims.length)
        expect(sum.units * 10n ** BigInt(total.scale)).toBe(total.units * 10n ** BigInt(sum.scale))
      }),
    )
  })

  it('gives each claim less than one unit more or less than its exact part, and nothing to a weight of 0', () => {
    fc.assert(
      fc.property(anyTotal, anyClaims, fc.nat({ max: 8 }), (total, claims, decimals) => {
        const parts = allocate(total, claims, decimals)
        const scale = Math.max(total.scale, decimals)
        const at = ({ units, scale: own }: Decimal, to: number) => units * 10n ** BigInt(to - own)
        const whole = claims.reduce((sum, { weight }) => sum + at(weight, 6), 0n)
        for (const { id, weight } of claims) {
          const difference = at(parts?.get(id) ?? zero, scale) * whole - at(total, scale) * at(weight, 6)
          expect(difference < whole && difference > -whole).toBe(true)
          if (weight.units === 0n) expect(parts?.get(id)?.units).toBe(0n)
        }
      }),
    )
  })

  it('does not depend on the order of the claims', () => {
    const likeClaims = fc.uniqueArray(
      fc.record({ id: fc.nat(), weight: fc.integer({ min: 1, max: 3 }).map(decimal) }),
      { selector: ({ id }) => id, minLength: 1 },
    )
    const shuffled = likeClaims.chain((claims) =>
      fc.tuple(fc.constant(claims), fc.shuffledSubarray(claims, { minLength: claims.length })),
    )
    fc.assert(
      fc.property(anyTotal, shuffled, (total, [claims, others]) => {
        const sorted = (of: typeof claims) =>
          [...(allocate(total, of, 0) ?? [])].toSorted(([a], [b]) => a - b)
        expect(sorted(others)).toEqual(sorted(claims))
      }),
    )
  })
})

describe('allocationByUsage', () => {
  const children = [child(1, 30.2), child(2, 41.5), child(3, 18.3)]

  it('allocates what no child has counted in proportion, by largest remainder', () => {
    expect(byUsage(120, children)).toEqual({ problem: null, difference: 30, usages: [40, 55, 25] })
  })

  it.each([
    ['before the end', 30, 31, []],
    ['at the end, where its first reading closes the month', 31, 31, [9]],
    ['after the end', 40, 31, [9]],
  ])('counts a child that began %s', (_, begunAt, endAt, leftOut) => {
    const all = [...children, child(9, null, { begunAt, endAt, hasUnitOfParent: false })]
    const { problem, difference, parts, left_out } = allocationByUsage(parent(120), all)
    expect(left_out?.map(({ meter_id: id }) => id)).toEqual(leftOut)
    const counted = leftOut.length === 0 ? [null, null, null, null] : [40, 55, 25]
    expect(parts.map(({ usage }) => usage)).toEqual(counted)
    expect([problem, difference]).toEqual(leftOut.length === 0 ? ['other_unit', null] : [null, 30])
  })

  it('has no children to allocate to where none had begun', () => {
    const { problem, parts, left_out } = allocationByUsage(parent(120), [child(9, null, { begunAt: 1 })])
    expect([problem, parts, left_out]).toEqual(['no_children', [], [{ meter_id: 9, name: '子9' }]])
  })

  it('keeps the decimals of the meter, and more where the usage has more', () => {
    expect(byUsage(120, children, 1).usages).toEqual([40.3, 55.3, 24.4])
    expect(byUsage(120.25, children).usages).toEqual([40.35, 55.45, 24.45])
  })

  it('allocates less than the children counted, a settled estimate, and nothing', () => {
    expect(byUsage(60, children)).toEqual({ problem: null, difference: -30, usages: [20, 28, 12] })
    expect(byUsage(-8, children).usages).toEqual([-3, -4, -1])
    expect(byUsage(0, [child(1, 0), child(2, 0)])).toEqual({ problem: null, difference: 0, usages: [0, 0] })
  })

  it.each([
    ['usage_unknown', null, children, null],
    ['no_children', 120, [], null],
    ['other_unit', 120, [child(1, 30), child(2, 20, { hasUnitOfParent: false })], null],
    ['child_unknown', 120, [child(1, 30), child(2, null)], null],
    ['child_negative', 120, [child(1, 30), child(2, -2)], 92],
    ['children_zero', 120, [child(1, 0), child(2, 0)], 120],
  ] as const)('makes no number up: %s', (problem, usage, of, difference) => {
    const usages = of.map(() => null)
    expect(byUsage(usage, of)).toEqual({ problem, difference, usages })
  })
})

describe('allocationByShares', () => {
  const shares = [33.3, 33.3, 33.4].map((percent, index) => ({
    costBearerId: index + 1,
    name: `負担先${index + 1}`,
    percent,
  }))

  it('allocates by per cent, by largest remainder', () => {
    const usages = allocationByShares(parent(100), shares).parts.map(({ usage }) => usage)
    expect(usages).toEqual([33, 33, 34])
    const settled = allocationByShares(parent(-10), shares).parts.map(({ usage }) => usage)
    expect(settled).toEqual([-3, -3, -4])
  })

  it('allocates no unknown usage', () => {
    const { problem, parts } = allocationByShares(parent(null), shares)
    expect([problem, parts.map(({ usage }) => usage)]).toEqual(['usage_unknown', [null, null, null]])
  })
})

describe('areComplete', () => {
  it('adds per cents up exactly', () => {
    expect(areComplete([33.3, 33.3, 33.4])).toBe(true)
    expect(areComplete([0.1, 0.2, 99.7])).toBe(true)
    expect(areComplete([33.3, 33.3, 33.3])).toBe(false)
    expect(areComplete([100, 0.0001])).toBe(false)
    expect(areComplete([])).toBe(false)
  })
})
