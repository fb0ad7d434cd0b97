import { formatNumber } from '../../../text/formatNumber.ts'

/** With its sign; ±0.0 where the decimals show no difference. */
export function formatDifference(by: number, decimals: number | null): string {
  const text = formatNumber(Math.abs(by), decimals)
  if (!/[1-9]/.test(text)) return `±${text}`
  return `${by < 0 ? '−' : '+'}${text}`
}
