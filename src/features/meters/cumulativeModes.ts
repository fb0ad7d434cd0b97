import { type CumulativeMode, cumulativeModes } from '../../../contract/values/cumulative.ts'
import type { CountedMeter } from '../../lib/meters/countsUp.ts'
import { numbersOf } from '../../shared/ranges/bounds.ts'
import type { MeterValues } from './meterForm.ts'

/** What the form says of the meter that decides whether it counts up. */
export function countedOf({ categoryId, unitId, range, cumulativeMode }: MeterValues): CountedMeter {
  const { start, end } = numbersOf(range)
  return {
    meter_category_id: categoryId,
    meter_unit_id: unitId,
    start_value: start,
    end_value: end,
    cumulative_mode: cumulativeMode,
  }
}

/** The state of a meter, for lists and for what 自動 means. */
export const cumulativeText = (isCumulative: boolean): string => (isCumulative ? 'する' : 'しない')

/** The setting 積算 of a display. `isCumulative`: what it means for this meter. */
export const cumulativeModeText = (mode: CumulativeMode, isCumulative: boolean): string =>
  mode === 'auto' ? `自動（${cumulativeText(isCumulative)}）` : cumulativeText(mode === 'yes')

/** Choices of a select. `byDefault`: what 自動 means for this meter. */
export const cumulativeChoices = (byDefault: boolean) =>
  cumulativeModes.map((value) => ({ value, label: cumulativeModeText(value, byDefault) }))

export const isCumulativeMode = (text: string | null): text is CumulativeMode =>
  cumulativeModes.some((mode) => mode === text)
