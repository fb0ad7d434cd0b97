/** Making one takes longer than a hundred uses. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(decimals: number | null, useGrouping: boolean): Intl.NumberFormat {
  const key = `${decimals} ${useGrouping}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat('ja-JP', {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 6,
    signDisplay: 'negative',
    useGrouping,
  })
  formats.set(key, format)
  return format
}

/** A value as its meter writes it: 12,345.60 with two decimals. Null decimals: as many as the value has, at most 6. */
export const numberText = (value: number, decimals: number | null): string =>
  formatOf(decimals, true).format(value)

/** The same to type over: 12345.60. */
export const typedText = (value: number, decimals: number | null): string =>
  formatOf(decimals, false).format(value)
