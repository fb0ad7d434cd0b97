import { type CumulativeMode, cumulativeModes } from '../../../contract/cumulative.ts'

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
