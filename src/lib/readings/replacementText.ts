import type { Meter } from '../../../contract/meters.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { isStartValue } from '../held/heldReplacements.ts'
import { lastKnown } from '../live/lastKnown.ts'

interface Replaced {
  oldEnd: number | null
  newStart: number
}

/** `9,120.5 m³ → 0.0 m³` */
export function replacementText(
  { oldEnd, newStart }: Replaced,
  decimals: number | null,
  unit: string,
): string {
  const written = (value: number) => `${formatNumber(value, decimals)} ${unit}`.trimEnd()
  return `${oldEnd === null ? '最終値なし' : written(oldEnd)} → ${written(newStart)}`
}

/** `前回 9,120.5 m³`, or what the meter showed at first that replaced another; null: nothing is known. */
export function lastText(meter: Meter, unit: string): string | null {
  const { known } = lastKnown(meter)
  if (known === null) return null
  const label = isStartValue(meter, known) ? '交換時の開始値' : '前回'
  return `${label} ${formatNumber(known.value, meter.decimal_point)} ${unit}`.trimEnd()
}
