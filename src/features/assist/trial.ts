import { type CategoryType, isDigital } from '../../../contract/categories.ts'
import type { ReaderSettings } from '../../../reader/web/index.ts'

/** Ratio of the range. */
const tolerance = 0.02

/** Equal to the last digit; needles and levels within a tolerance. */
export function valuesMatch(read: number, stored: number, settings: ReaderSettings): boolean {
  const difference = Math.abs(read - stored)
  const last = 10 ** -(settings.decimalPoint ?? 0)
  if (isDigital(settings.type) || settings.range === null) {
    const exact = isDigital(settings.type) || settings.decimalPoint !== null
    return exact
      ? difference < last / 2
      : difference <= tolerance * Math.max(Math.abs(read), Math.abs(stored))
  }
  return difference <= Math.max(last / 2, tolerance * Math.abs(settings.range.end - settings.range.start))
}

export interface Digits {
  digitNumber: number | null
  decimalPoint: number | null
}

interface MeterFacts {
  category: CategoryType
  range: { start: number | null; end: number | null }
  digits: Digits
  boost: boolean
}

/** The reader's options besides the settings. */
export function knownSettings({
  category,
  range: { start, end },
  digits,
  boost,
}: MeterFacts): ReaderSettings {
  return {
    type: category,
    settings: null,
    area: null,
    axis: null,
    radius: null,
    digitNumber: digits.digitNumber,
    decimalPoint: digits.decimalPoint,
    range: start === null || end === null ? null : { start, end },
    boost,
  }
}
