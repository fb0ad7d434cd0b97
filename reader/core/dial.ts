import { findNeedle, type Needle } from './needle.ts'
import { unroll } from './polar.ts'
import { measure, type Quality } from './quality.ts'
import { type Raster, resample } from './resample.ts'
import { PLAY, type Scale, turnAt } from './scale.ts'
import type { Picture } from './types.ts'

/** Where a dial stands, in pixels of the picture. */
export interface DialPlace {
  x: number
  y: number
  /** From the axis to the scale pins. */
  radius: number
}

export interface DialReading {
  needle: Needle | null
  quality: Quality
}

/** Every dial is brought to this scale radius in pixels before it is looked at. */
const RADIUS = 112
/** The rings looked at, as shares of the scale radius. */
const INNER = 0.16
const OUTER = 1.04
const RINGS = 64
const STEPS = 360

/**
 * Looks for the needle of a dial, within the scale and a little beyond its end pins when the scale is known.
 *
 * @returns null when the dial does not lie in the picture
 */
export function readDial(picture: Picture, place: DialPlace, scale: Scale | null): DialReading | null {
  const cut = cutDial(picture, place)
  if (!cut) return null
  const { source, x, y, size } = cut
  const quality = measure(lumaOf(source))
  const ring = { x, y, inner: INNER * RADIUS, outer: OUTER * RADIUS }
  const polar = unroll(source, ring, RINGS, STEPS)
  const needle = findNeedle(polar, (degree) => scale === null || within(scale, degree))
  if (!needle) return { needle, quality }
  return { needle: { ...needle, tip: needle.tip * size }, quality }
}

function within(scale: Scale, degree: number): boolean {
  const turn = turnAt(scale, degree)
  return turn >= -PLAY && turn <= scale.sweep + PLAY
}

/** The part of the picture that the rings touch, brought to the standard radius. */
function cutDial(picture: Picture, place: DialPlace) {
  const size = place.radius / RADIUS
  const reach = place.radius * (OUTER + 0.04)
  const left = Math.max(0, Math.floor(place.x - reach))
  const top = Math.max(0, Math.floor(place.y - reach))
  const right = Math.min(picture.width, Math.ceil(place.x + reach))
  const bottom = Math.min(picture.height, Math.ceil(place.y + reach))
  if (right - left < place.radius / 4 || bottom - top < place.radius / 4) return null
  const width = Math.max(2, Math.round((right - left) / size))
  const height = Math.max(2, Math.round((bottom - top) / size))
  const source = resample({ ...picture, channels: 4 }, { left, top, right, bottom }, width, height)
  return { source, size, x: (place.x - left) / size, y: (place.y - top) / size }
}

function lumaOf(source: Raster): Raster {
  const data = new Float32Array(source.width * source.height)
  for (let at = 0; at < data.length; at++) {
    const from = at * source.channels
    data[at] =
      0.299 * (source.data[from] ?? 0) +
      0.587 * (source.data[from + 1] ?? 0) +
      0.114 * (source.data[from + 2] ?? 0)
  }
  return { width: source.width, height: source.height, channels: 1, data }
}
