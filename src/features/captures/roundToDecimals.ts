import { formatForInput } from '../../ui/text/formatNumber.ts'

/** Rounded to the meter's decimals: what is confirmed is what was shown. */
export function roundToDecimals(value: number, decimalPoint: number | null): number {
  return decimalPoint === null ? value : Number(formatForInput(value, decimalPoint))
}
