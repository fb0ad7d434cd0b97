/** What is drawn on the picture, or typed, for the reader. */
export const modes = [
  { value: 'none', label: 'なし' },
  { value: 'point', label: 'ポイント' },
  { value: 'settings', label: '設定' },
  { value: 'area', label: '範囲' },
  { value: 'digit', label: '桁数' },
] as const
export type Mode = (typeof modes)[number]['value']

export const isMode = (text: string): text is Mode => modes.some(({ value }) => value === text)

/** Types of AI meters. */
const meterTypes = [
  { value: 2, label: 'セグメント' },
  { value: 3, label: 'カウンター' },
  { value: 7, label: 'ドット' },
] as const
/** Read by points, and found by v2 itself. */
const dial = { value: 0, label: '円形アナログ' } as const
export type MeterType = (typeof meterTypes)[number]['value'] | typeof dial.value

export const meterTypesOf = (mode: Mode, version: 1 | 2): readonly { value: MeterType; label: string }[] =>
  version === 2 && (mode === 'none' || mode === 'area') ? [...meterTypes, dial] : meterTypes

export const defaultMeterType: MeterType = 3

const alone: Record<1 | 2, string> = {
  1: '画像だけを送ります。v1は指定された位置だけを読み取るため、v2を選んでください。',
  2: '画像だけを送ります。読み取る位置はAIが探します。',
}

const hints: Record<Exclude<Mode, 'none'>, string> = {
  point: '針のメーターです。軸、始点、中間、終点を置いて値を入力し、範囲を囲んでください。',
  settings: '数字を1つずつ枠で囲んでください。',
  area: '読み取る部分を1つの枠で囲んでください。',
  digit: '桁数を入力してください。v1では範囲も囲んでください。範囲を桁数に等しく分けて読み取ります。',
}

export const hintOf = (mode: Mode, version: 1 | 2): string => (mode === 'none' ? alone[version] : hints[mode])
