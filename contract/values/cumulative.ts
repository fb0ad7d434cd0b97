import { type CategoryType, categoryType } from '../categories.ts'

/** Whether a display counts up (積算). `auto`: decided by its unit and measuring range. */
export const cumulativeModes = ['auto', 'yes', 'no'] as const
export type CumulativeMode = (typeof cumulativeModes)[number]

/** What the decision depends on. `unit`: its name. `range`: the measuring range. */
export interface CumulativeSettings {
  mode: CumulativeMode
  unit: string
  range: { start: number; end: number } | null
}

/** Units of energy and volume, normalized. */
const countedUnits: ReadonlySet<string> = new Set(['wh', 'kwh', 'mwh', 'gj', 'mj', 'm3', 'nm3', 'l', 'kl'])

/** NFKC turns ㎥, ㎘, ℓ, full-width letters and ³ into plain letters and digits. */
const normalizeUnit = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

/** Returns whether meters of a type have the setting 積算: displays may show a total or a momentary value. */
export const hasCumulativeMode = (type: CategoryType): boolean =>
  type === categoryType.segment || type === categoryType.dot

/**
 * Returns whether a meter counts up, so that consumption follows from the differences of its readings. Counters with
 * drums always do, displays by their setting, other meters never.
 */
export function isCumulative(type: CategoryType, { mode, unit, range }: CumulativeSettings): boolean {
  if (type === categoryType.counter) return true
  if (!hasCumulativeMode(type)) return false
  if (mode !== 'auto') return mode === 'yes'
  return range === null && countedUnits.has(normalizeUnit(unit))
}
