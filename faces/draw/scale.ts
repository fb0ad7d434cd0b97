import type { Band, Pin, Point } from '../types.ts'
import { lettering } from './lettering.ts'
import { angleOf } from './needle.ts'
import { arc, line, polar } from './parts.ts'

interface DialScale {
  axis: Point
  radius: number
  pins: readonly Pin[]
  major: number
  minor: number
  numerals?: readonly number[]
  bands: readonly Band[]
}

interface ScaleLook {
  ink: string
  /** Length of long ticks, inwards from the radius. */
  tick: number
  /** Middle of the numerals, inwards from the radius; negative: outwards. */
  inwards: number
  size: number
  band: number
}

export function numeral(value: number, step: number): string {
  const decimals = step >= 1 || value === 0 ? 0 : 1
  return value.toFixed(decimals).replace('-', '−')
}

/** Evenly spaced values without floating-point errors. */
export function steps(start: number, end: number, step: number): number[] {
  const count = Math.round((end - start) / step)
  return Array.from({ length: count + 1 }, (_, i) => Number((start + i * step).toFixed(6)))
}

/** Bands, ticks and numerals. */
export function dialScale(scale: DialScale, look: ScaleLook): string {
  const { axis, radius, pins } = scale
  const [start, end] = [pins[0]?.[1] ?? 0, pins.at(-1)?.[1] ?? 1]
  const parts = scale.bands.map((band) =>
    arc(
      axis,
      radius - look.band / 2,
      angleOf(pins, band.from),
      angleOf(pins, band.to),
      look.band,
      band.colour,
    ),
  )
  const [from, to] = [angleOf(pins, start), angleOf(pins, end)]
  parts.push(arc(axis, radius, from, to, 2, look.ink))
  steps(start, end, scale.major / scale.minor).forEach((value, index) => {
    const long = index % scale.minor === 0
    const middle = scale.minor % 2 === 0 && index % (scale.minor / 2) === 0
    const depth = long ? look.tick : middle ? look.tick * 0.72 : look.tick * 0.5
    const angle = angleOf(pins, value)
    parts.push(
      line(polar(axis, angle, radius + 1), polar(axis, angle, radius - depth), long ? 4 : 1.8, look.ink),
    )
  })
  for (const value of scale.numerals ?? steps(start, end, scale.major)) {
    const place = polar(axis, angleOf(pins, value), radius - look.inwards)
    parts.push(lettering(numeral(value, scale.major), { ...place, size: look.size, fill: look.ink }))
  }
  return parts.join('')
}
