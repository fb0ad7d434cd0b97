import { maxValue } from '../../../text/limits.ts'

const number = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|\.(\d+))$/

interface Typed {
  value: number
  /** Digits after the decimal point. */
  decimals: number
}

/**
 * Parses a typed number: full-width digits, any minus sign, thousands separators. Null when empty, undefined when
 * invalid or larger than any value that is accepted.
 */
export function parseNumber(text: string): Typed | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^[−‐–ー]/, '-')
  if (plain === '') return null
  const parts = number.exec(plain)
  const value = Number(plain.replaceAll(',', ''))
  if (parts === null || Math.abs(value) > maxValue) return undefined
  return { value, decimals: (parts[1] ?? parts[2] ?? '').length }
}

export function parseNumberValue(text: string): number | null | undefined {
  const typed = parseNumber(text)
  return typed === null ? null : typed?.value
}
