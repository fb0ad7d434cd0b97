import type { MeterTerms } from '../../../../contract/usage/terms.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'

/** 倍率 40、5 桁（小数点以下 1 桁）. */
export function termsText({ multiplier, digit_number: digits, decimal_point: decimals }: MeterTerms): string {
  const shown = digits === null ? '桁数は未登録' : `${digits} 桁`
  const fraction = decimals === null ? '' : `（小数点以下 ${decimals} 桁）`
  return `倍率 ${formatNumber(multiplier, null)}、${shown}${fraction}`
}

/** 最初, 2026/11/15, or 2026/11/15 10:00. */
export function startText(validFrom: string | null, zone: string): string {
  if (validFrom === null) return '最初'
  const local = localOfInstant(Date.parse(validFrom), zone).replaceAll('-', '/')
  return local.endsWith(' 00:00:00') ? local.slice(0, -' 00:00:00'.length) : local.slice(0, -':00'.length)
}
