/** A value as its meter writes it: 12345.60 with two decimals. Null decimals: as many as the value has, at most 6. */
export const numberText = (value: number, decimals: number | null): string =>
  new Intl.NumberFormat('ja-JP', {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 6,
  }).format(value)
