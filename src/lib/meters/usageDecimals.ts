import type { Meter } from '../../../contract/meters.ts'
import { decimal } from '../../../contract/usage/decimal.ts'

/** Decimals of a meter's usage, which is multiplied; null: as many as it has. */
export const usageDecimals = ({
  decimal_point: decimals,
  multiplier,
}: Pick<Meter, 'decimal_point' | 'multiplier'>): number | null =>
  decimals === null ? null : decimals + decimal(multiplier).scale
