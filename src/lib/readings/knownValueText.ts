import { formatNumber } from '../../../text/formatNumber.ts'
import { formatRelativeTime } from '../../ui/text/formatTime.ts'

interface Display {
  decimals: number | null
  unit: string
  /** Milliseconds since 1970. */
  now: number
  zone: string
}

/** `前回 12.3 kWh（11/20 09:00）` */
export function knownValueText(
  word: '前回' | '次回',
  { value, created_at: time }: { value: number; created_at: string },
  { decimals, unit, now, zone }: Display,
): string {
  const written = `${formatNumber(value, decimals)} ${unit}`.trimEnd()
  return `${word} ${written}（${formatRelativeTime(Date.parse(time), now, zone)}）`
}
