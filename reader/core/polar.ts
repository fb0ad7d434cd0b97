import type { Raster } from './resample.ts'

/** A dial unrolled: one row a ring from the axis outwards, one column a direction, clockwise from twelve o'clock. */
export interface Polar {
  rings: number
  steps: number
  /** Distance of each ring's middle from the axis, in pixels. */
  radii: Float64Array
  /** Luma and two colour differences, three values a place. */
  data: Float32Array
  /** 1 where the place lies in the picture. */
  seen: Uint8Array
}

/** A round window on a raster, in its pixels. */
export interface Ring {
  x: number
  y: number
  inner: number
  outer: number
}

/** Unrolls an RGB raster around a point, linear between pixels. */
export function unroll(source: Raster, ring: Ring, rings: number, steps: number): Polar {
  const data = new Float32Array(rings * steps * 3)
  const seen = new Uint8Array(rings * steps)
  const radii = Float64Array.from(
    { length: rings },
    (_, index) => ring.inner + ((index + 0.5) / rings) * (ring.outer - ring.inner),
  )
  for (let step = 0; step < steps; step++) {
    const angle = (step / steps) * 2 * Math.PI
    const right = Math.sin(angle)
    const up = Math.cos(angle)
    for (let index = 0; index < rings; index++) {
      const radius = radii[index] ?? 0
      const x = ring.x + radius * right - 0.5
      const y = ring.y - radius * up - 0.5
      if (x < 0 || y < 0 || x > source.width - 1 || y > source.height - 1) continue
      const place = index * steps + step
      seen[place] = 1
      const red = between(source, x, y, 0)
      const green = between(source, x, y, 1)
      const blue = between(source, x, y, 2)
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue
      data[place * 3] = luma
      data[place * 3 + 1] = 0.56 * (blue - luma)
      data[place * 3 + 2] = 0.71 * (red - luma)
    }
  }
  return { rings, steps, radii, data, seen }
}

function between(source: Raster, x: number, y: number, channel: number): number {
  const left = Math.min(Math.floor(x), source.width - 2)
  const top = Math.min(Math.floor(y), source.height - 2)
  const across = x - left
  const down = y - top
  const at = (top * source.width + left) * source.channels + channel
  const below = at + source.width * source.channels
  const upper = (source.data[at] ?? 0) * (1 - across) + (source.data[at + source.channels] ?? 0) * across
  const lower =
    (source.data[below] ?? 0) * (1 - across) + (source.data[below + source.channels] ?? 0) * across
  return upper * (1 - down) + lower * down
}
