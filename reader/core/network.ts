import { convolve } from './convolution.ts'
import { exponential } from './math.ts'
import { type Convolution, outputShape, type Pool, readWeights, type Shape } from './weights.ts'
import { tiledConvolution } from './winograd.ts'

export interface Network {
  readonly channels: number
  readonly height: number
  readonly width: number
  /**
   * Class probabilities of one input, row by row with interleaved channels. Sums are in a fixed order: the
   * same bits in every engine.
   */
  run(input: Float32Array): Float32Array
}

type Step = (input: Float32Array) => Float32Array

/** @throws Error when the file (see `readWeights`) does not hold a network */
export function createNetwork(file: ArrayBuffer): Network {
  const { input, temperature, layers } = readWeights(file)
  let shape = input
  const steps = layers.map((layer): Step => {
    const from = shape
    shape = outputShape(layer, from)
    return layer.type === 'pool' ? (data) => pool(layer, from, data) : convolution(layer, from)
  })
  const { channels, rows, columns } = input
  return {
    channels,
    height: rows,
    width: columns,
    run(data) {
      if (data.length !== channels * rows * columns) throw new Error(`the network wants another input`)
      let activation = data
      for (const step of steps) activation = step(activation)
      return softmax(activation, shape, temperature)
    },
  }
}

function convolution(layer: Convolution, shape: Shape): Step {
  return tiledConvolution(layer, shape) ?? ((data) => convolve(layer, shape, data))
}

/** The `as number`: typed arrays read within their bounds, for every value of every image. */
function pool({ window }: Pool, { rows, columns, channels }: Shape, data: Float32Array): Float32Array {
  const [high, wide] = window
  const height = Math.floor(rows / high)
  const width = Math.floor(columns / wide)
  const output = new Float32Array(height * width * channels)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const to = (row * width + column) * channels
      const corner = (row * high * columns + column * wide) * channels
      output.set(data.subarray(corner, corner + channels), to)
      for (let position = 1; position < high * wide; position++) {
        const from = corner + (Math.floor(position / wide) * columns + (position % wide)) * channels
        for (let channel = 0; channel < channels; channel++) {
          const value = data[from + channel] as number
          if (value > (output[to + channel] as number)) output[to + channel] = value
        }
      }
    }
  }
  return output
}

/** Channel by channel, like the outputs of the training framework. */
function softmax(
  scores: Float32Array,
  { rows, columns, channels }: Shape,
  temperature: number,
): Float32Array {
  const pixels = rows * columns
  const powers = new Float64Array(scores.length)
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) highest = Math.max(highest, score)
  let sum = 0
  scores.forEach((score, index) => {
    const power = exponential((score - highest) / temperature)
    powers[(index % channels) * pixels + Math.floor(index / channels)] = power
    sum += power
  })
  return Float32Array.from(powers, (power) => power / sum)
}
