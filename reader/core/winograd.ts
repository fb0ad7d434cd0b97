import type { Convolution, Shape } from './weights.ts'

/**
 * 3 × 3 convolutions by Winograd's minimal filtering F(4 × 4, 3 × 3): a tile's 4 × 4 outputs come from its 6
 * × 6 inputs with 36 multiplications instead of 144, by evaluating both polynomials at 0, 1, −1, 2, −2 and ∞,
 * multiplying and interpolating. In 64-bit sums the error does not show in the 32-bit outputs.
 *
 * A. Lavin, S. Gray, Fast Algorithms for Convolutional Neural Networks, CVPR 2016.
 *
 * The `as number` here: typed arrays read within their bounds, in the reader's hottest loops.
 */

const TILE = 4
/** A tile's outputs plus two, in one direction. */
const POINTS = 6
const POINT_COUNT = POINTS * POINTS
/** With fewer pixels or outputs the direct way, which skips zero inputs, is faster. */
const MIN_PIXELS = 100
const MIN_OUTPUTS = 8
/** Tiles a batch: their values fit the processor's cache. Even. */
const BATCH = 32

/** Null for a layer that this method does not fit. */
export function tiledConvolution(
  layer: Convolution,
  shape: Shape,
): ((data: Float32Array) => Float32Array) | null {
  if (!fits(layer, shape)) return null
  const { inputs, outputs } = layer
  const down = Math.ceil(shape.rows / TILE)
  const across = Math.ceil(shape.columns / TILE)
  const all = down * across
  // The kernel takes two tiles and four outputs at a time.
  const maxTiles = Math.min(BATCH, Math.ceil(all / 2) * 2)
  const lanes = Math.ceil(outputs / 4) * 4
  const weights = weightsAtPoints(layer, lanes)
  const inputsAt = new Float64Array(POINT_COUNT * maxTiles * inputs)
  const outputsAt = new Float64Array(POINT_COUNT * maxTiles * lanes)
  return (data) => {
    const wide = padded(data, shape, down, across, layer.around)
    const output = new Float32Array(shape.rows * shape.columns * outputs)
    for (let from = 0; from < all; from += maxTiles) {
      const batch = { from, count: Math.min(maxTiles, all - from), maxTiles, across }
      evaluate(wide, inputsAt, inputs, batch)
      for (let point = 0; point < POINT_COUNT; point++)
        multiply(inputsAt, weights, outputsAt, { point, inputs, lanes, batch })
      interpolate(outputsAt, lanes, layer, batch, shape, output)
    }
    return output
  }
}

/** A batch of at most `most` tiles, counted row by row. */
interface Batch {
  from: number
  count: number
  maxTiles: number
  /** Tiles in a row of the image. */
  across: number
}

function fits({ window, dilation, pad, outputs }: Convolution, { rows, columns }: Shape): boolean {
  const three = [window[0] - 2, window[1] - 2, ...dilation, ...pad].every((value) => value === 1)
  return three && outputs >= MIN_OUTPUTS && rows * columns >= MIN_PIXELS
}

/** The image with a margin of one pixel and zeros up to whole tiles. */
function padded(
  data: Float32Array,
  { rows, columns, channels }: Shape,
  down: number,
  across: number,
  around: boolean,
): Float32Array {
  const width = (across * TILE + 2) * channels
  const wide = new Float32Array((down * TILE + 2) * width)
  const length = columns * channels
  for (let row = 0; row < rows; row++) {
    const from = row * length
    const to = (row + 1) * width
    wide.set(data.subarray(from, from + length), to + channels)
    if (!around) continue
    wide.set(data.subarray(from + length - channels, from + length), to)
    wide.set(data.subarray(from, from + channels), to + channels + length)
  }
  return wide
}

/** Transforms six inputs of a row. */
function atPoints(
  from: Float32Array | Float64Array,
  at: number,
  step: number,
  to: Float64Array,
  start: number,
  stride: number,
): void {
  const a = from[at] as number
  const b = from[at + step] as number
  const c = from[at + 2 * step] as number
  const d = from[at + 3 * step] as number
  const e = from[at + 4 * step] as number
  const f = from[at + 5 * step] as number
  const even = e - 4 * c
  const odd = d - 4 * b
  const nearEven = e - c
  const nearOdd = 2 * (d - b)
  to[start] = 4 * a - 5 * c + e
  to[start + stride] = even + odd
  to[start + 2 * stride] = even - odd
  to[start + 3 * stride] = nearEven + nearOdd
  to[start + 4 * stride] = nearEven - nearOdd
  to[start + 5 * stride] = 4 * b - 5 * d + f
}

function evaluate(
  wide: Float32Array,
  inputsAt: Float64Array,
  inputs: number,
  { from, count, maxTiles, across }: Batch,
): void {
  const width = (across * TILE + 2) * inputs
  const rows = new Float64Array(POINT_COUNT)
  for (let tile = 0; tile < count; tile++) {
    const down = Math.floor((from + tile) / across)
    const corner = down * TILE * width + ((from + tile) % across) * TILE * inputs
    for (let input = 0; input < inputs; input++) {
      for (let y = 0; y < POINTS; y++) atPoints(wide, corner + y * width + input, inputs, rows, y * POINTS, 1)
      for (let x = 0; x < POINTS; x++)
        atPoints(
          rows,
          x,
          POINTS,
          inputsAt,
          (x * maxTiles + tile) * inputs + input,
          POINTS * maxTiles * inputs,
        )
    }
  }
}

/** At one point: all tiles' inputs times the weights, two tiles and four outputs at a time. */
function multiply(
  inputsAt: Float64Array,
  weights: Float64Array,
  outputsAt: Float64Array,
  { point, inputs, lanes, batch }: { point: number; inputs: number; lanes: number; batch: Batch },
): void {
  for (let lane = 0; lane < lanes; lane += 4) {
    const block = (point * lanes + lane) * inputs
    for (let tile = 0; tile < batch.count; tile += 2) {
      const first = (point * batch.maxTiles + tile) * inputs
      let a0 = 0
      let a1 = 0
      let a2 = 0
      let a3 = 0
      let b0 = 0
      let b1 = 0
      let b2 = 0
      let b3 = 0
      let w = block
      for (let at = first; at < first + inputs; at++) {
        const a = inputsAt[at] as number
        const b = inputsAt[at + inputs] as number
        const w0 = weights[w] as number
        const w1 = weights[w + 1] as number
        const w2 = weights[w + 2] as number
        const w3 = weights[w + 3] as number
        a0 += a * w0
        a1 += a * w1
        a2 += a * w2
        a3 += a * w3
        b0 += b * w0
        b1 += b * w1
        b2 += b * w2
        b3 += b * w3
        w += 4
      }
      const to = (tile * POINT_COUNT + point) * lanes + lane
      outputsAt[to] = a0
      outputsAt[to + 1] = a1
      outputsAt[to + 2] = a2
      outputsAt[to + 3] = a3
      const next = to + POINT_COUNT * lanes
      outputsAt[next] = b0
      outputsAt[next + 1] = b1
      outputsAt[next + 2] = b2
      outputsAt[next + 3] = b3
    }
  }
}

/** Transforms six products back to four outputs of a row. */
function fromPoints(
  from: Float64Array,
  at: number,
  step: number,
  to: Float64Array,
  start: number,
  stride: number,
): void {
  const one = from[at + step] as number
  const minusOne = from[at + 2 * step] as number
  const two = from[at + 3 * step] as number
  const minusTwo = from[at + 4 * step] as number
  const even = one + minusOne
  const odd = one - minusOne
  const farEven = two + minusTwo
  const farOdd = two - minusTwo
  to[start] = (from[at] as number) + even + farEven
  to[start + stride] = odd + 2 * farOdd
  to[start + 2 * stride] = even + 4 * farEven
  to[start + 3 * stride] = odd + 8 * farOdd + (from[at + 5 * step] as number)
}

function interpolate(
  outputsAt: Float64Array,
  lanes: number,
  { outputs, bias, relu }: Convolution,
  { from, count, across }: Batch,
  { rows, columns }: Shape,
  data: Float32Array,
): void {
  const half = new Float64Array(TILE * POINTS)
  const tileOutputs = new Float64Array(TILE * TILE)
  for (let tile = 0; tile < count; tile++) {
    const top = Math.floor((from + tile) / across) * TILE
    const left = ((from + tile) % across) * TILE
    const height = Math.min(TILE, rows - top)
    const width = Math.min(TILE, columns - left)
    for (let output = 0; output < outputs; output++) {
      const offset = bias[output] as number
      for (let x = 0; x < POINTS; x++)
        fromPoints(outputsAt, (tile * POINT_COUNT + x) * lanes + output, POINTS * lanes, half, x, POINTS)
      for (let y = 0; y < height; y++) {
        fromPoints(half, y * POINTS, 1, tileOutputs, y * TILE, 1)
        let to = ((top + y) * columns + left) * outputs + output
        for (let x = y * TILE; x < y * TILE + width; x++) {
          const sum = (tileOutputs[x] as number) + offset
          data[to] = relu && sum < 0 ? 0 : sum
          to += outputs
        }
      }
    }
  }
}

/** Transforms three weights of a row, with the interpolation's divisors. */
function spread([a, b, c]: readonly [number, number, number]): readonly number[] {
  const even = a + c
  const farEven = a + 4 * c
  return [a / 4, -(even + b) / 6, (b - even) / 6, (farEven + 2 * b) / 24, (farEven - 2 * b) / 24, c]
}

/** By point, then four outputs together for each input. */
function weightsAtPoints(layer: Convolution, lanes: number): Float64Array {
  const { inputs, outputs } = layer
  const result = new Float64Array(POINT_COUNT * lanes * inputs)
  for (let input = 0; input < inputs; input++) {
    for (let output = 0; output < outputs; output++) {
      const weight = (y: number, x: number) =>
        layer.weights[((y * 3 + x) * inputs + input) * layer.lanes + output] as number
      const rows = [0, 1, 2].map((y) => spread([weight(y, 0), weight(y, 1), weight(y, 2)]))
      for (let x = 0; x < POINTS; x++) {
        const column = spread([rows[0]?.[x] ?? 0, rows[1]?.[x] ?? 0, rows[2]?.[x] ?? 0])
        column.forEach((value, y) => {
          const block = (y * POINTS + x) * lanes + Math.floor(output / 4) * 4
          result[block * inputs + input * 4 + (output % 4)] = value
        })
      }
    }
  }
  return result
}
