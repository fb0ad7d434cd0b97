const digits = (decimals: number | null) => ({
  minimumFractionDigits: decimals ?? 0,
  maximumFractionDigits: decimals ?? 6,
  signDisplay: 'negative' as const,
})

/** A value as its meter writes it: 12,345.60 with two decimals. Null decimals: as many as the value has, at most 6. */
export const numberText = (value: number, decimals: number | null): string =>
  value.toLocaleString('ja-JP', digits(decimals))

/** The same to type over: 12345.60. */
export const typedText = (value: number, decimals: number | null): string =>
  value.toLocaleString('ja-JP', { ...digits(decimals), useGrouping: false })
