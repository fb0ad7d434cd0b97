import { cosine, sine } from './math.ts'
import { linear, type Raster, resample } from './resample.ts'
import type { Picture } from './types.ts'

/** In pixels of the picture. */
export interface DialPosition {
  x: number
  y: number
  /** From the axis to the scale pins. */
  radius: number
}

/** A part of a picture with a dial, resampled. */
export interface DialCrop {
  source: Raster
  /** The axis, in pixels of the source raster. */
  x: number
  y: number
  /** The scale radius, in pixels of the source raster. */
  radius: number
  /** Pixels of the picture per pixel of the source raster. */
  size: number
}

/** A dial in polar coordinates: a row a ring outwards, a column a direction clockwise from twelve o'clock. */
export interface Polar {
  rings: number
  steps: number
  /** Of the rings' middles, in the source's pixels. */
  radii: Float64Array
  /** Red, green, blue, three values a sample. */
  data: Float32Array
  /** 1 inside the picture. */
  seen: Uint8Array
}

/** `inner` and `outer` in scale radii. */
interface Grid {
  inner: number
  outer: number
  rings: number
  steps: number
}

/**
 * Cuts out `reach` scale radii around the axis and resamples them to a scale radius of `radius` pixels. Null:
 * the dial is nearly outside the picture.
 */
export function cropDial(
  picture: Picture,
  position: DialPosition,
  radius: number,
  reach: number,
): DialCrop | null {
  const size = position.radius / radius
  const far = position.radius * (reach + 0.04)
  const left = Math.max(0, Math.floor(position.x - far))
  const top = Math.max(0, Math.floor(position.y - far))
  const right = Math.min(picture.width, Math.ceil(position.x + far))
  const bottom = Math.min(picture.height, Math.ceil(position.y + far))
  if (right - left < position.radius / 4 || bottom - top < position.radius / 4) return null
  const width = Math.max(2, Math.round((right - left) / size))
  const height = Math.max(2, Math.round((bottom - top) / size))
  const source = resample({ ...picture, channels: 4 }, { left, top, right, bottom }, width, height)
  const across = width / (right - left)
  const down = height / (bottom - top)
  return { source, size, radius, x: (position.x - left) * across, y: (position.y - top) * down }
}

/** Bilinear; `beside` shifts the axis, in pixels of the cut. */
export function unroll(cut: DialCrop, grid: Grid, beside = { x: 0, y: 0 }): Polar {
  const { source } = cut
  const { inner, outer, rings, steps } = grid
  const data = new Float32Array(rings * steps * 3)
  const seen = new Uint8Array(rings * steps)
  const radii = Float64Array.from(
    { length: rings },
    (_, index) => cut.radius * (inner + ((index + 0.5) / rings) * (outer - inner)),
  )
  for (let step = 0; step < steps; step++) {
    const angle = (step / steps) * 2 * Math.PI
    const right = sine(angle)
    const up = cosine(angle)
    for (let index = 0; index < rings; index++) {
      const radius = radii[index] ?? 0
      const x = cut.x + beside.x + radius * right - 0.5
      const y = cut.y + beside.y - radius * up - 0.5
      if (x < 0 || y < 0 || x > source.width - 1 || y > source.height - 1) continue
      const position = index * steps + step
      seen[position] = 1
      between(source, x, y, data, position * 3)
    }
  }
  return { rings, steps, radii, data, seen }
}

function between(source: Raster, x: number, y: number, into: Float32Array, position: number): void {
  const { width, channels } = source
  const left = Math.min(Math.floor(x), width - 2)
  const top = Math.min(Math.floor(y), source.height - 2)
  const at = (top * width + left) * channels
  for (let channel = 0; channel < 3; channel++)
    into[position + channel] = linear(
      source.data,
      at + channel,
      channels,
      width * channels,
      x - left,
      y - top,
    )
}

export function lumaOf({ width, height, channels, data }: Raster): Raster {
  const grey = new Float32Array(width * height)
  for (let at = 0, from = 0; at < grey.length; at++, from += channels) {
    grey[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0)
  }
  return { width, height, channels: 1, data: grey }
}
