import type { AllocationMethod } from './allocationMethods.ts'
import { type ChildPeriod, hasBegun } from './beginning.ts'
import { type Decimal, decimal, isNegative, minus, plus, toNumber, unitsAt, zero } from './decimal.ts'

/** Why a usage is not allocated. Each names what a person has to look at. */
export const allocationProblems = [
  'usage_unknown',
  'no_children',
  'other_unit',
  'child_unknown',
  'child_negative',
  'children_zero',
] as const
export type AllocationProblem = (typeof allocationProblems)[number]

/** Who bears a part of a usage. */
export interface AllocationPart {
  /** The child; null: by a fixed share. */
  meter_id: number | null
  cost_bearer_id: number | null
  name: string
  /** The child's usage, null if it is unknown; or per cent. */
  weight: number | null
  /** Null: not allocated. */
  usage: number | null
}

/** How the usage of a meter in a month is allocated. */
export interface Allocation {
  method: Exclude<AllocationMethod, 'none'>
  /** Null: it is allocated. */
  problem: AllocationProblem | null
  /** The usage minus that of the children; null: unknown, or by fixed shares. */
  difference: number | null
  parts: AllocationPart[]
  /** Children that had not begun to count; undefined by fixed shares, and in months closed by earlier versions. */
  left_out?: { meter_id: number; name: string }[] | undefined
}

interface Claim {
  /** Decides between equal remainders, so that the order of the claims does not. */
  id: number
  weight: Decimal
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Divides a quantity in proportion to weights that are not negative. Every part is cut to the decimals, or to those of the
 * quantity if it has more; the units that remain go to the largest remainders, so that the parts add up to the quantity.
 * Null: the weights are all 0, and the quantity is not.
 */
export function allocate(
  total: Decimal,
  claims: readonly Claim[],
  decimals: number,
): Map<number, Decimal> | null {
  const scale = Math.max(decimals, total.scale)
  const units = unitsAt(total, scale)
  const weightScale = Math.max(0, ...claims.map(({ weight }) => weight.scale))
  const weights = claims.map(({ id, weight }) => ({ id, weight: unitsAt(weight, weightScale) }))
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0n)
  if (units === 0n) return new Map(claims.map(({ id }) => [id, zero]))
  if (whole === 0n) return null
  const parts = weights.map(({ id, weight }) => {
    const product = magnitude(units) * weight
    return { id, units: product / whole, remainder: product % whole }
  })
  const left = magnitude(units) - parts.reduce((sum, part) => sum + part.units, 0n)
  const byRemainder = parts.toSorted((a, b) => Number(b.remainder - a.remainder) || a.id - b.id)
  const sign = units < 0n ? -1n : 1n
  return new Map(
    byRemainder.map(({ id, units: cut }, index) => [
      id,
      { units: sign * (cut + (index < left ? 1n : 0n)), scale },
    ]),
  )
}

/** A meter that counts up, supplied through another one. */
export interface Child extends ChildPeriod {
  meterId: number
  costBearerId: number | null
  name: string
  hasUnitOfParent: boolean
  /** Null: unknown. */
  usage: Decimal | null
}

export interface Share {
  costBearerId: number
  name: string
  percent: number
}

/** What is allocated: the usage, null if it is unknown, with the decimals of the meter. */
interface Allocated {
  usage: Decimal | null
  decimals: number
}

const numberOf = (value: Decimal | null | undefined): number | null => (value ? toNumber(value) : null)

/**
 * Allocates a usage in proportion to the usages of the children, with what none of them has counted. Children that had not
 * begun to count are left out.
 */
export function allocationByUsage({ usage, decimals }: Allocated, all: readonly Child[]): Allocation {
  const children = all.filter(hasBegun)
  const problem = problemOf(usage, children)
  const claims = children.map((child) => ({ id: child.meterId, weight: child.usage ?? zero }))
  const allocated = usage !== null && problem === null ? allocate(usage, claims, decimals) : null
  const known = children.flatMap((child) => (child.hasUnitOfParent ? (child.usage ?? []) : []))
  const isKnown = usage !== null && children.length > 0 && known.length === children.length
  return {
    method: 'usage',
    problem: problem ?? (allocated === null ? 'children_zero' : null),
    difference: isKnown ? toNumber(known.reduce(minus, usage)) : null,
    parts: children
      .toSorted((a, b) => a.meterId - b.meterId)
      .map((child) => ({
        meter_id: child.meterId,
        cost_bearer_id: child.costBearerId,
        name: child.name,
        weight: numberOf(child.usage),
        usage: numberOf(allocated?.get(child.meterId)),
      })),
    left_out: all
      .filter((child) => !hasBegun(child))
      .map(({ meterId, name }) => ({ meter_id: meterId, name })),
  }
}

function problemOf(usage: Decimal | null, children: readonly Child[]): AllocationProblem | null {
  if (children.length === 0) return 'no_children'
  if (children.some(({ hasUnitOfParent }) => !hasUnitOfParent)) return 'other_unit'
  if (usage === null) return 'usage_unknown'
  if (children.some((child) => child.usage === null)) return 'child_unknown'
  // An estimate that was too high: nobody knows what the others used for it.
  if (children.some((child) => child.usage !== null && isNegative(child.usage))) return 'child_negative'
  return null
}

/** Allocates a usage by fixed shares, which add up to 100 per cent. */
export function allocationByShares({ usage, decimals }: Allocated, shares: readonly Share[]): Allocation {
  const claims = shares.map(({ costBearerId, percent }) => ({ id: costBearerId, weight: decimal(percent) }))
  const allocated = usage && allocate(usage, claims, decimals)
  return {
    method: 'shares',
    problem: usage === null ? 'usage_unknown' : null,
    difference: null,
    parts: shares
      .toSorted((a, b) => a.costBearerId - b.costBearerId)
      .map(({ costBearerId, name, percent }) => ({
        meter_id: null,
        cost_bearer_id: costBearerId,
        name,
        weight: percent,
        usage: numberOf(allocated?.get(costBearerId)),
      })),
  }
}

/** Whether shares are complete: they add up to 100 per cent exactly. */
export const areComplete = (percents: readonly number[]): boolean =>
  toNumber(percents.map(decimal).reduce(plus, zero)) === 100
