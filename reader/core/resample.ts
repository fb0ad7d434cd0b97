import type { Picture, Rectangle } from './types.ts'

/** Row by row, `channels` values a pixel. */
export interface Raster {
  width: number
  height: number
  channels: number
  data: Float32Array | Uint8ClampedArray
}

/** In pixels; edges may be fractional and outside the raster. */
export interface Window {
  left: number
  top: number
  right: number
  bottom: number
}

/** Contribution of a source row or column to an output pixel. */
interface Tap {
  first: number
  weights: number[]
}

/**
 * Resizes a window of a raster: area mean when shrinking, linear when growing, each axis separately; edges
 * are extended. Own code: browsers and sharp resize differently, and the reader must answer alike on both.
 */
export function resample(
  source: Raster,
  window: Window,
  width: number,
  height: number,
): Raster & { data: Float32Array } {
  const { channels } = source
  const across = taps(window.left, window.right, width, source.width)
  const down = taps(window.top, window.bottom, height, source.height)
  const stride = width * channels
  const data = new Float32Array(height * stride)
  const row = new Float32Array(stride)
  const squeezeRow = channels === 4 ? squeezeFour : squeeze
  let squeezed = -1
  down.forEach(({ first, weights }, y) => {
    weights.forEach((weight, index) => {
      if (squeezed !== first + index) {
        squeezed = first + index
        squeezeRow(source, squeezed, across, row)
      }
      const at = y * stride
      for (let i = 0; i < stride; i++) data[at + i] = (data[at + i] as number) + weight * (row[i] as number)
    })
  })
  return { width, height, channels, data }
}

/**
 * One source row at the output's width. The `as number`: read within bounds, for every pixel of a photograph.
 */
function squeeze(source: Raster, y: number, across: readonly Tap[], row: Float32Array): void {
  const { channels, data } = source
  const start = y * source.width * channels
  let at = 0
  for (const { first, weights } of across) {
    for (let channel = 0; channel < channels; channel++) {
      let sum = 0
      let from = start + first * channels + channel
      for (let index = 0; index < weights.length; index++) {
        sum += (weights[index] as number) * (data[from] as number)
        from += channels
      }
      row[at++] = sum
    }
  }
}

/** The same with four channels interleaved: same sums, without waiting for each other. */
function squeezeFour({ width, data }: Raster, y: number, across: readonly Tap[], row: Float32Array): void {
  const start = y * width * 4
  let at = 0
  for (const { first, weights } of across) {
    let red = 0
    let green = 0
    let blue = 0
    let alpha = 0
    let from = start + first * 4
    for (let index = 0; index < weights.length; index++) {
      const weight = weights[index] as number
      red += weight * (data[from] as number)
      green += weight * (data[from + 1] as number)
      blue += weight * (data[from + 2] as number)
      alpha += weight * (data[from + 3] as number)
      from += 4
    }
    row[at++] = red
    row[at++] = green
    row[at++] = blue
    row[at++] = alpha
  }
}

function taps(from: number, to: number, count: number, size: number): Tap[] {
  const step = (to - from) / count
  return Array.from({ length: count }, (_, index) =>
    step >= 1
      ? covering(from + index * step, from + (index + 1) * step, size)
      : between(from + (index + 0.5) * step - 0.5, size),
  )
}

/** Equal weight over [from, to), which may be fractional. */
function covering(from: number, to: number, size: number): Tap {
  const begin = Math.min(Math.max(from, 0), size - 1)
  const end = Math.min(Math.max(to, begin + 1e-6), size)
  const first = Math.floor(begin)
  const last = Math.max(first + 1, Math.ceil(end))
  const weights: number[] = []
  for (let pixel = first; pixel < last; pixel++) {
    weights.push((Math.min(end, pixel + 1) - Math.max(begin, pixel)) / (end - begin))
  }
  return { first, weights }
}

function between(position: number, size: number): Tap {
  const inside = Math.min(Math.max(position, 0), size - 1)
  const first = Math.min(Math.floor(inside), Math.max(0, size - 2))
  const share = inside - first
  return { first, weights: size > 1 ? [1 - share, share] : [1] }
}

/** Luma of a rectangle rounded to whole pixels, 0..255. */
export function greyOf(picture: Picture, rectangle: Rectangle): Raster & { data: Float32Array } {
  const left = Math.min(picture.width - 1, Math.round(rectangle.x1 * picture.width))
  const top = Math.min(picture.height - 1, Math.round(rectangle.y1 * picture.height))
  const width = Math.max(1, Math.round(rectangle.x2 * picture.width) - left)
  const height = Math.max(1, Math.round(rectangle.y2 * picture.height) - top)
  const data = new Float32Array(width * height)
  for (let row = 0; row < height; row++) {
    let from = ((top + row) * picture.width + left) * 4
    for (let column = 0; column < width; column++) {
      const red = picture.data[from] ?? 0
      const green = picture.data[from + 1] ?? 0
      const blue = picture.data[from + 2] ?? 0
      data[row * width + column] = 0.299 * red + 0.587 * green + 0.114 * blue
      from += 4
    }
  }
  return { width, height, channels: 1, data }
}

/**
 * Bilinear interpolation. The `as number`: within the raster, in hot loops.
 *
 * @param at index of the upper left; the others are `right` and `below` further on
 * @param across 0..1, left to right
 * @param down 0..1, top to bottom
 */
export function linear(
  data: Raster['data'],
  at: number,
  right: number,
  below: number,
  across: number,
  down: number,
): number {
  const upper = (data[at] as number) * (1 - across) + (data[at + right] as number) * across
  const lower = (data[at + below] as number) * (1 - across) + (data[at + below + right] as number) * across
  return upper * (1 - down) + lower * down
}

/** Limits the longer side to `longSide` pixels, each side to at least `least`. */
export function reduced(source: Raster, longSide: number, min: number): ReturnType<typeof resample> {
  const scale = Math.min(1, longSide / Math.max(source.width, source.height))
  const width = Math.max(min, Math.round(source.width * scale))
  const height = Math.max(min, Math.round(source.height * scale))
  return resample(source, { left: 0, top: 0, right: source.width, bottom: source.height }, width, height)
}

export function limitSize(picture: Picture, longSide: number): Picture {
  const scale = longSide / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const whole = { left: 0, top: 0, right: picture.width, bottom: picture.height }
  const { data } = resample({ ...picture, channels: 4 }, whole, width, height)
  return { width, height, data: Uint8ClampedArray.from(data) }
}
