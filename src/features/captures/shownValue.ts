import { typedText } from '../../ui/text/numberText.ts'

/** A value as precise as its meter shows it: what a person confirms is what they saw. */
export function shownValue(value: number, decimalPoint: number | null): number {
  return decimalPoint === null ? value : Number(typedText(value, decimalPoint))
}
