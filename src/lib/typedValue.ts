const number = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/

/**
 * The value that a person typed: full-width figures and signs are taken, thousands may be parted.
 * Null for nothing typed, undefined for what is no number.
 */
export function typedValue(text: string): number | null | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^[−‐–ー]/, '-')
  if (plain === '') return null
  return number.test(plain) ? Number(plain.replaceAll(',', '')) : undefined
}
