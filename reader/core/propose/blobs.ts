import type { Raster } from '../resample.ts'

/** A region darker or lighter than its surroundings: bounds and size in pixels. */
export interface Blob {
  left: number
  top: number
  right: number
  bottom: number
  pixels: number
}

/** Radius of the surroundings in pixels. */
const AROUND = 15
/** Minimum: in grey levels, and of the local standard deviation. */
const DIFFERENCE = 7
const SPREAD = 0.4
/** Digit heights in pixels at a fitting scale. */
const LOWEST = 9
export const HIGHEST = 34

/** Digit-sized regions lighter (`sign` 1) or darker (-1) than their surroundings. */
export function blobsIn(grey: Raster, sign: 1 | -1, around: LocalStatistics): Blob[] {
  const { width, height, data } = grey
  const mask = new Uint8Array(width * height)
  for (let at = 0; at < mask.length; at++) {
    const apart = sign * ((data[at] ?? 0) - (around.mean[at] ?? 0))
    if (apart > DIFFERENCE && apart > SPREAD * (around.spread[at] ?? 0)) mask[at] = 1
  }
  const blobs: Blob[] = []
  const stack = new Int32Array(mask.length)
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] !== 1) continue
    const blob = fill(mask, width, height, start, stack)
    const high = blob.bottom - blob.top
    const wide = blob.right - blob.left
    if (high >= LOWEST && high <= HIGHEST && wide <= 1.3 * high && wide >= 2 && blob.pixels >= high)
      blobs.push(blob)
  }
  return blobs
}

/** Removes a region from the mask. */
function fill(mask: Uint8Array, width: number, height: number, start: number, stack: Int32Array): Blob {
  const blob = { left: width, top: height, right: 0, bottom: 0, pixels: 0 }
  let depth = 0
  stack[depth++] = start
  mask[start] = 0
  while (depth > 0) {
    const at = stack[--depth] ?? 0
    const y = Math.floor(at / width)
    const x = at - y * width
    blob.pixels++
    if (x < blob.left) blob.left = x
    if (x >= blob.right) blob.right = x + 1
    if (y < blob.top) blob.top = y
    if (y >= blob.bottom) blob.bottom = y + 1
    for (let beside = Math.max(0, y - 1); beside <= Math.min(height - 1, y + 1); beside++) {
      for (let next = Math.max(0, x - 1); next <= Math.min(width - 1, x + 1); next++) {
        const to = beside * width + next
        if (mask[to] !== 1) continue
        mask[to] = 0
        stack[depth++] = to
      }
    }
  }
  return blob
}

/** Local mean and standard deviation. */
interface LocalStatistics {
  mean: Float32Array
  spread: Float32Array
}

export function localStatisticsOf(grey: Raster): LocalStatistics {
  const { width, height, data } = grey
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  const squares = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let sum = 0
    let square = 0
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x] ?? 0
      sum += value
      square += value * value
      const at = (y + 1) * stride + x + 1
      sums[at] = (sums[at - stride] ?? 0) + sum
      squares[at] = (squares[at - stride] ?? 0) + square
    }
  }
  const mean = new Float32Array(width * height)
  const spread = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - AROUND) * stride
    const bottom = Math.min(height, y + AROUND + 1) * stride
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - AROUND)
      const right = Math.min(width, x + AROUND + 1)
      const count = ((bottom - top) / stride) * (right - left)
      const total = (table: Float64Array) =>
        (table[bottom + right] ?? 0) -
        (table[bottom + left] ?? 0) -
        (table[top + right] ?? 0) +
        (table[top + left] ?? 0)
      const average = total(sums) / count
      mean[y * width + x] = average
      spread[y * width + x] = Math.sqrt(Math.max(0, total(squares) / count - average * average))
    }
  }
  return { mean, spread }
}
