import { type ValueMode, valueModeOf, valueModes } from '../../../contract/values/deviceValues.ts'

const labels: Record<ValueMode, string> = {
  device: '端末の値を使う',
  picture: '写真の読取を使う',
  compare: '両方を比べる',
}

/** Which value counts; the default follows the meter's reading settings. */
export const valueModeText = (setting: ValueMode | null, isReadable: boolean): string => {
  const label = labels[valueModeOf(setting, isReadable)]
  return setting === null ? `標準（${label}）` : label
}

/** Choices of a select; '' is the default. */
export const valueModeChoices = (isReadable: boolean) => [
  { value: '', label: valueModeText(null, isReadable) },
  ...valueModes.map((value) => ({ value, label: labels[value] })),
]

export const isValueMode = (text: string | null): text is ValueMode =>
  valueModes.some((mode) => mode === text)

export const rangeOf = (start: number | null, end: number | null) =>
  start === null || end === null ? null : { start, end }
