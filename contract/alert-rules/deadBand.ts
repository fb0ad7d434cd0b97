import { rangeDecimals } from '../../text/rangeText.ts'

/** What the width of a dead band (不感帯) follows from. */
export interface Scale {
  /** The narrowest measuring range of the meters; null: none is known. */
  span: number | null
  /** Of the meters' values; null: not known. */
  decimals: number | null
  unit: string
}

/** Temperatures change slowly and flows flutter: the usual share of the measuring range. */
function usualShare(unit: string): number {
  if (/^(℃|°C|K)$/.test(unit)) return 0.01
  return /\/(h|min|s|日|時|分|秒)$/.test(unit) ? 0.05 : 0.02
}

/** Returns how many decimals a value next to a limit has. */
export const decimalsAt = (scale: Scale, limit: number): number =>
  Math.max(scale.decimals ?? 0, rangeDecimals(limit, limit))

/** Returns the usual width of the dead band, at least the last digit that the meters show. */
export function usualBand(scale: Scale, limit: number): number {
  const wanted = (scale.span ?? Math.abs(limit)) * usualShare(scale.unit)
  return Math.max(wanted, 10 ** -decimalsAt(scale, limit))
}
