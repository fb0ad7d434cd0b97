import { decimal, roundedTo } from './decimal.ts'

/**
 * Divides a total among weights, in steps of its last decimal. The steps that are left over go to the largest
 * remainders, the first of equal ones, so that the shares add up to the total. Null if all weights are 0.
 */
export function allocate(total: number, weights: readonly number[], decimals: number): number[] | null {
  const exact = weights.map(decimal)
  const scale = Math.max(0, ...exact.map((weight) => weight.scale))
  const parts = exact.map((weight) => weight.units * 10n ** BigInt(scale - weight.scale))
  const whole = parts.reduce((sum, part) => sum + part, 0n)
  if (whole <= 0n) return null
  const rounded = roundedTo(decimal(total), decimals)
  const units = rounded.units * 10n ** BigInt(decimals - rounded.scale)
  const shares = parts.map((part, index) => {
    const exactShare = units * part
    return { index, share: exactShare / whole, remainder: exactShare % whole }
  })
  const left = units - shares.reduce((sum, { share }) => sum + share, 0n)
  const byRemainder = shares.toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
  for (const each of byRemainder.slice(0, Number(left))) each.share += 1n
  return shares.map(({ share }) => Number(`${share}e-${decimals}`))
}
