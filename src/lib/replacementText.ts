import { formatNumber } from '../ui/text/formatNumber.ts'

interface Replaced {
  oldEnd: number | null
  newStart: number
}

/** `9,120.5 m³ → 0.0 m³` */
export function replacementText(
  { oldEnd, newStart }: Replaced,
  decimals: number | null,
  unit: string,
): string {
  const written = (value: number) => `${formatNumber(value, decimals)} ${unit}`.trimEnd()
  return `${oldEnd === null ? '最終値なし' : written(oldEnd)} → ${written(newStart)}`
}
