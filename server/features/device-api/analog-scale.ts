import type { DeviceReason } from '../../../contract/values/abnormal.ts'
import { rangeText } from '../../../text/rangeText.ts'

/** What a meter’s `channel:min:max` says: the values at both ends of the input. */
export interface AnalogScale {
  channel: 1 | 2 | 3
  min: number
  max: number
}

/** Ends of each channel’s input: 1 is 0~17V, 2 is 0~5V, 3 is 4~20mA. */
const inputs = { 1: [0, 17], 2: [0, 5], 3: [4, 20] } as const
/** What the meter’s form calls a channel: 4 〜 20 mA. */
export const inputText = (channel: AnalogScale['channel']): string =>
  rangeText(inputs[channel][0], `${inputs[channel][1]} ${channel === 3 ? 'mA' : 'V'}`)

/** mA; beyond them the loop is broken or short, as NAMUR NE 43 has it. */
const loop = { min: 3.6, max: 21 }

export function parseScale(settings: string | null): AnalogScale | null {
  const match = /^([123]):([^:]+):([^:]+)$/.exec(settings ?? '')
  if (match === null) return null
  return { channel: Number(match[1]) as AnalogScale['channel'], min: Number(match[2]), max: Number(match[3]) }
}

/** Linear, also a little beyond the ends; of a broken loop there is no value, but a reason. */
export function scaled(
  { channel, min, max }: AnalogScale,
  measured: number,
): { value: number | null; reasons: DeviceReason[] } {
  if (channel === 3 && measured < loop.min) return { value: null, reasons: ['loop broken'] }
  if (channel === 3 && measured > loop.max) return { value: null, reasons: ['loop short'] }
  const [start, end] = inputs[channel]
  const value = min + ((measured - start) / (end - start)) * (max - min)
  // Without the last digits, which are the arithmetic’s: 0.3 and not 0.30000000000000004.
  return { value: Number(value.toPrecision(12)), reasons: [] }
}
