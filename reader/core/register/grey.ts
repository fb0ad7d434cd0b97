import { exponential } from '../math.ts'
import { greyOf, linear, resample } from '../resample.ts'
import type { Picture } from '../types.ts'

/** Luma row by row, 0..255. A pixel's centre is at column + 0.5. */
export interface GreyPicture {
  width: number
  height: number
  data: Float32Array
}

/** Luma, reduced to at most `longSide` pixels. */
export function greyPicture(picture: Picture, longSide: number): GreyPicture {
  const grey = greyOf(picture, { x1: 0, y1: 0, x2: 1, y2: 1 })
  const scale = longSide / Math.max(picture.width, picture.height)
  if (scale >= 1) return grey
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  return resample(grey, { left: 0, top: 0, right: picture.width, bottom: picture.height }, width, height)
}

/** Bilinear sample; edges are extended. */
export function sampleBilinear({ width, height, data }: GreyPicture, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 1.001, x))
  const top = Math.max(0, Math.min(height - 1.001, y))
  const column = Math.floor(left)
  const row = Math.floor(top)
  const right = width > 1 ? 1 : 0
  const below = height > 1 ? width : 0
  return linear(data, row * width + column, right, below, left - column, top - row)
}

/** Half the size, by 2 × 2 means. */
export function halve({ width, height, data }: GreyPicture): GreyPicture {
  const columns = Math.max(1, width >> 1)
  const rows = Math.max(1, height >> 1)
  const half = new Float32Array(columns * rows)
  const right = width > 1 ? 1 : 0
  const below = height > 1 ? width : 0
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const at = 2 * y * width + 2 * x
      half[y * columns + x] =
        ((data[at] as number) +
          (data[at + right] as number) +
          (data[at + below] as number) +
          (data[at + below + right] as number)) /
        4
    }
  }
  return { width: columns, height: rows, data: half }
}

/** Gaussian weights from the centre outwards. */
export function gaussianKernel(sigma: number): Float64Array {
  const weights = new Float64Array(Math.ceil(2.4 * sigma) + 1).map((_, i) =>
    exponential((-i * i) / (2 * sigma * sigma)),
  )
  const sum = weights.reduce((total, weight) => total + 2 * weight, -(weights[0] as number))
  return weights.map((weight) => weight / sum)
}

/** Separable blur by a kernel given from its centre outwards; edges are extended. */
export function blur({ width, height, data }: GreyPicture, kernel: Float64Array): GreyPicture {
  const reach = kernel.length - 1
  const middle = kernel[0] as number
  const across = new Float32Array(width * height)
  const padded = new Float64Array(width + 2 * reach)
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = 0; x < padded.length; x++) {
      padded[x] = data[start + Math.min(width - 1, Math.max(0, x - reach))] as number
    }
    for (let x = 0; x < width; x++) {
      const at = x + reach
      let sum = middle * (padded[at] as number)
      for (let i = 1; i <= reach; i++) {
        sum += (kernel[i] as number) * ((padded[at - i] as number) + (padded[at + i] as number))
      }
      across[start + x] = sum
    }
  }
  const out = new Float32Array(width * height)
  const row = new Float64Array(width)
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = 0; x < width; x++) row[x] = middle * (across[start + x] as number)
    for (let i = 1; i <= reach; i++) {
      const weight = kernel[i] as number
      const above = Math.max(0, y - i) * width
      const below = Math.min(height - 1, y + i) * width
      for (let x = 0; x < width; x++) {
        row[x] = (row[x] as number) + weight * ((across[above + x] as number) + (across[below + x] as number))
      }
    }
    out.set(row, start)
  }
  return { width, height, data: out }
}
