import { type Layer, readWeights } from './weights.ts'

/** A small convolutional network with a softmax at its end. */
export interface Network {
  readonly width: number
  readonly height: number
  /** Probabilities of the classes for one grey input of `height` × `width` values, row by row. */
  run(input: Float32Array): Float32Array
}

/** The image between two layers: `channels` values a pixel, row by row. */
interface Activation {
  data: Float32Array
  rows: number
  columns: number
  channels: number
}

/**
 * Builds a network from a weights file (see `readWeights`).
 *
 * @throws Error when the file does not hold a network for this input
 */
export function createNetwork(file: ArrayBuffer, height: number, width: number): Network {
  const layers = readWeights(file, height, width)
  return {
    width,
    height,
    run(input) {
      let activation: Activation = { data: input, rows: height, columns: width, channels: 1 }
      for (const layer of layers) activation = apply(layer, activation)
      return softmax(activation.data)
    },
  }
}

function apply(layer: Layer, input: Activation): Activation {
  if (layer.kind === 'pool') return pool(input)
  return layer.kind === 'dense' ? dense(layer, input) : convolve(layer, input)
}

type Weighted = Exclude<Layer, { kind: 'pool' }>

/**
 * Same-size convolution. For each pixel the inputs under the window that are not zero (about half of them,
 * after the rectifier) are gathered once, then multiplied for eight outputs at a time.
 */
function convolve(layer: Weighted, input: Activation): Activation {
  const { rows, columns, channels, data } = input
  const reach = layer.size >> 1
  const output = new Float32Array(rows * columns * layer.outputs)
  const values = new Float64Array(layer.depth)
  const places = new Int32Array(layer.depth)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let count = 0
      for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
        const left = Math.max(0, column - reach)
        const right = Math.min(columns - 1, column + reach)
        const end = (y * columns + right + 1) * channels
        const windowStart = (y - row + reach) * layer.size + (left - column + reach)
        let place = windowStart * channels * layer.lanes
        for (let at = (y * columns + left) * channels; at < end; at++) {
          const value = data[at] as number
          if (value !== 0) {
            values[count] = value
            places[count] = place
            count++
          }
          place += layer.lanes
        }
      }
      multiply(layer, values, places, count, output, (row * columns + column) * layer.outputs)
    }
  }
  return { data: output, rows, columns, channels: layer.outputs }
}

function dense(layer: Weighted, input: Activation): Activation {
  const values = new Float64Array(layer.depth)
  const places = new Int32Array(layer.depth)
  let count = 0
  for (let at = 0; at < layer.depth; at++) {
    const value = input.data[at] as number
    if (value === 0) continue
    values[count] = value
    places[count] = at * layer.lanes
    count++
  }
  const output = new Float32Array(layer.outputs)
  multiply(layer, values, places, count, output, 0)
  return { data: output, rows: 1, columns: 1, channels: layer.outputs }
}

/** The `as number` here and above: typed arrays read within their bounds, in the hottest loop of the reader. */
function multiply(
  layer: Weighted,
  values: Float64Array,
  places: Int32Array,
  count: number,
  output: Float32Array,
  at: number,
): void {
  const { weights, bias, lanes, outputs, relu } = layer
  for (let lane = 0; lane < lanes; lane += 8) {
    let a = bias[lane] as number
    let b = bias[lane + 1] as number
    let c = bias[lane + 2] as number
    let d = bias[lane + 3] as number
    let e = bias[lane + 4] as number
    let f = bias[lane + 5] as number
    let g = bias[lane + 6] as number
    let h = bias[lane + 7] as number
    for (let i = 0; i < count; i++) {
      const value = values[i] as number
      const w = (places[i] as number) + lane
      a += value * (weights[w] as number)
      b += value * (weights[w + 1] as number)
      c += value * (weights[w + 2] as number)
      d += value * (weights[w + 3] as number)
      e += value * (weights[w + 4] as number)
      f += value * (weights[w + 5] as number)
      g += value * (weights[w + 6] as number)
      h += value * (weights[w + 7] as number)
    }
    const end = Math.min(8, outputs - lane)
    const sums = [a, b, c, d, e, f, g, h]
    for (let i = 0; i < end; i++) {
      const sum = sums[i] as number
      output[at + lane + i] = relu && sum < 0 ? 0 : sum
    }
  }
}

function pool(input: Activation): Activation {
  const { data, columns, channels } = input
  const rows = input.rows >> 1
  const width = columns >> 1
  const output = new Float32Array(rows * width * channels)
  const below = columns * channels
  let at = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      const from = (2 * row * columns + 2 * column) * channels
      for (let i = from; i < from + channels; i++) {
        output[at++] = Math.max(
          data[i] as number,
          data[i + channels] as number,
          data[i + below] as number,
          data[i + below + channels] as number,
        )
      }
    }
  }
  return { data: output, rows, columns: width, channels }
}

function softmax(scores: Float32Array): Float32Array {
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) highest = Math.max(highest, score)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
