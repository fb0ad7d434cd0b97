import { rangeText } from '../../../text/rangeText.ts'

/** Of an analog input unit. */
export const channels = [
  { channel: '1', label: rangeText(0, '17 V') },
  { channel: '2', label: rangeText(0, '5 V') },
  { channel: '3', label: rangeText(4, '20 mA') },
] as const

interface AnalogSettings {
  channel: string
  min: number
  max: number
}

/** Parses `channel:min:max`. */
export function parseAnalog(settings: string | null): AnalogSettings | null {
  const [channel, min, max] = settings?.split(':') ?? []
  if (channel === undefined || min === undefined || max === undefined) return null
  return { channel, min: Number(min), max: Number(max) }
}

/** Without exponent. */
const written = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 })

export const analogText = ({ channel, min, max }: AnalogSettings): string =>
  `${channel}:${written.format(min)}:${written.format(max)}`
