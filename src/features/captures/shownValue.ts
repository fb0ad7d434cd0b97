import { typedText } from '../../ui/text/numberText.ts'

/** Rounded to the meter's decimals: what is confirmed is what was shown. */
export function shownValue(value: number, decimalPoint: number | null): number {
  return decimalPoint === null ? value : Number(typedText(value, decimalPoint))
}
