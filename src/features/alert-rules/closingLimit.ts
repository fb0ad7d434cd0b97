import { decimalsAt, type Scale, usualBand } from '../../../contract/alert-rules/deadBand.ts'
import type { Meter } from '../../../contract/meters.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import type { RuleValues } from './ruleForm.ts'

export function scaleOf(meters: readonly Meter[], unit: string): Scale {
  const spans = meters.flatMap(({ start_value: start, end_value: end }) =>
    start !== null && end !== null && end > start ? [end - start] : [],
  )
  const decimals = meters.flatMap(({ decimal_point: point }) => point ?? [])
  return {
    span: spans.length === 0 ? null : Math.min(...spans),
    decimals: decimals.length === 0 ? null : Math.max(...decimals),
    unit,
  }
}

type Limits = Pick<RuleValues, 'side' | 'warning' | 'alarm' | 'closing'>

/** The limit that a value passes first; null: there is none yet. */
const openingOf = ({ warning, alarm }: Limits): number | null =>
  parseNumberValue(warning) ?? parseNumberValue(alarm) ?? null

const closingAt = (limits: Limits, scale: Scale, limit: number, band: number): string =>
  formatForInput(limits.side === 'above' ? limit - band : limit + band, decimalsAt(scale, limit))

/** Returns the value at which a case usually closes, as text; empty where there is no limit yet. */
export function usualClosing(limits: Limits, scale: Scale): string {
  const limit = openingOf(limits)
  return limit === null ? '' : closingAt(limits, scale, limit, usualBand(scale, limit))
}

/** The width of the dead band; null where a value is missing or it would be negative. */
export function bandOf(limits: Limits): number | null {
  const [limit, closing] = [openingOf(limits), parseNumberValue(limits.closing)]
  if (limit === null || closing == null) return null
  const band = limits.side === 'above' ? limit - closing : closing - limit
  return band < 0 ? null : band
}

/** Returns where a case closes if the dead band is wider, or narrower, by half of the usual one. */
export function closingByStep(limits: Limits, scale: Scale, direction: 1 | -1): string {
  const limit = openingOf(limits)
  if (limit === null) return limits.closing
  const step = Math.max(usualBand(scale, limit) / 2, 10 ** -decimalsAt(scale, limit))
  return closingAt(limits, scale, limit, Math.max(0, (bandOf(limits) ?? 0) + direction * step))
}
