import { rangeDecimals, rangeText } from './rangeText.ts'

/** Cached: creating a formatter costs more than a hundred uses. */
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

/**
 * With the meter's decimals: 12,345.60. Null: as many as the value has, at most 6. Halves are rounded away from zero as
 * they are written (0.425 to 0.43), which `toFixed` does not do. Screens, files and mails all use this rule.
 */
export const formatNumber = (value: number, decimals: number | null): string =>
  formatOf(decimals, true).format(value)

/** Of a current loop, in mA. */
export const formatCurrent = (current: number): string => `${formatNumber(current, 2)} mA`

/** Without thousands separators, for editing and for files: 12345.60. */
export const formatForInput = (value: number, decimals: number | null): string =>
  formatOf(decimals, false).format(value)

/** Rounded as `formatNumber` shows it. */
export const roundToDecimals = (value: number, decimals: number): number =>
  Number(formatForInput(value, decimals))

/** Both ends with the same decimals. */
export function formatRange(start: number, end: number, decimals: number | null): string {
  const shown = decimals ?? rangeDecimals(start, end)
  return rangeText(formatNumber(start, shown), formatNumber(end, shown))
}
