import type { Meter } from '../../../../contract/meters.ts'
import type { MeterTerms } from '../../../../contract/usage/terms.ts'
import { countsUp } from '../../../lib/meters/countsUp.ts'
import type { Masters } from '../../../lib/queries/masters.ts'
import type { AskedTerms } from '../../../lib/queries/meterTerms.ts'
import { correctedNow } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'
import { countedOf } from '../cumulativeModes.ts'
import { type MeterValues, multiplierSchema } from '../meterForm.ts'

/** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
export const startOfToday = (zone: string): string => `${todayIn(zone, correctedNow())} 00:00:00`

type Since = MeterValues['termsSince']

export const isSince = (text: string): text is Since =>
  text === 'today' || text === 'newest' || text === 'date'

export interface TermsChange {
  /** From when on the change applies. `newest`: since the newest terms began, whose usages it changes. */
  since: Since
  /** Whether the newest terms began before today, so that others can begin today. */
  canBeginToday: boolean
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone; undefined: since the newest terms began, or not chosen yet. */
  from: string | undefined
  /** What the server is asked about it; null while it cannot be saved or the history is not loaded. */
  asked: AskedTerms | null
}

/**
 * How a meter's form changes the usage of a meter with readings: null if multiplier, digits and decimals are as before.
 * `history`: its terms, newest first.
 */
export function termsChangeOf(
  meter: Meter | null,
  values: MeterValues,
  masters: Pick<Masters, 'categories' | 'units'>,
  history: readonly MeterTerms[] | undefined,
  zone: string,
): TermsChange | null {
  if (meter === null || meter.last_reading === null || !meter.is_cumulative) return null
  const { multiplier, digitNumber, decimalPoint } = values
  const factor = parseNumberValue(multiplier)
  const isSame =
    factor === meter.multiplier && digitNumber === meter.digit_number && decimalPoint === meter.decimal_point
  if (isSame || !countsUp(countedOf(values), masters)) return null
  const newest = history?.[0]
  const today = startOfToday(zone)
  const canBeginToday =
    newest == null ||
    newest.valid_from === null ||
    localOfInstant(Date.parse(newest.valid_from), zone) < today
  const since = values.termsSince === 'today' && !canBeginToday ? 'newest' : values.termsSince
  const from = { today, newest: undefined, date: values.termsDate ?? undefined }[since]
  const which = since === 'newest' ? { terms_id: newest?.id } : { valid_from: from }
  const isKnown = which.terms_id !== undefined || which.valid_from !== undefined
  const asked =
    isKnown && factor != null && multiplierSchema.safeParse(multiplier).success
      ? {
          ...which,
          multiplier: factor,
          digit_number: digitNumber ?? undefined,
          decimal_point: decimalPoint ?? undefined,
        }
      : null
  return { since, canBeginToday, from, asked }
}
