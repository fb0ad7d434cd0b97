import { type CategoryType, isDigital } from '../../../contract/categories.ts'
import type { ReaderSettings } from '../../../reader/web/index.ts'

/** Of what a scale spans, what a careful reading may be off. */
const leeway = 0.02

/** Whether the reader and the system mean the same value: figures to the last digit, needles and levels nearly. */
export function agrees(read: number, kept: number, settings: ReaderSettings): boolean {
  const apart = Math.abs(read - kept)
  const last = 10 ** -(settings.decimalPoint ?? 0)
  if (isDigital(settings.type) || settings.range === null) {
    const figures = isDigital(settings.type) || settings.decimalPoint !== null
    return figures ? apart < last / 2 : apart <= leeway * Math.max(Math.abs(read), Math.abs(kept))
  }
  return apart <= Math.max(last / 2, leeway * Math.abs(settings.range.end - settings.range.start))
}

export interface Digits {
  digitNumber: number | null
  /** Digits after the decimal point. */
  decimalPoint: number | null
}

interface Known {
  category: CategoryType
  range: { start: number | null; end: number | null }
  digits: Digits
  boost: boolean
}

/** What the reader is told of the meter beside its settings. */
export function knownSettings({ category, range: { start, end }, digits, boost }: Known): ReaderSettings {
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
