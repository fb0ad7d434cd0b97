const number = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|\.(\d+))$/

interface Typed {
  value: number
  /** Figures typed after the point. */
  decimals: number
}

/**
 * The number that a person typed: full-width figures and any keyboard’s minus are taken, thousands may be parted.
 * Null for nothing typed, undefined for what is no number.
 */
export function typedNumber(text: string): Typed | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^[−‐–ー]/, '-')
  if (plain === '') return null
  const parts = number.exec(plain)
  const value = Number(plain.replaceAll(',', ''))
  if (parts === null || !Number.isFinite(value)) return undefined
  return { value, decimals: (parts[1] ?? parts[2] ?? '').length }
}

/** The same without how it was written. */
export function typedValue(text: string): number | null | undefined {
  const typed = typedNumber(text)
  return typed === null ? null : typed?.value
}
