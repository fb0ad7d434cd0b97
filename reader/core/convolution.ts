import { type Convolution, outputShape, type Shape } from './weights.ts'

/**
 * For each pixel the non-zero inputs under the window (about half, after the rectifier) are gathered once,
 * then multiplied for eight outputs at a time.
 *
 * The `as number` here: typed arrays read within their bounds, in the hottest loops.
 */
export function convolve(layer: Convolution, shape: Shape, data: Float32Array): Float32Array {
  const { channels } = shape
  const { rows, columns } = outputShape(layer, shape)
  const [high, wide] = layer.window
  const [down, right] = layer.dilation
  const output = new Float32Array(rows * columns * layer.outputs)
  const values = new Float64Array(high * wide * channels)
  const offsets = new Int32Array(values.length)
  const pixels = columnsUnder(layer, shape)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let count = 0
      for (let y = 0; y < high; y++) {
        const from = row + y * down - layer.pad[0]
        if (from < 0 || from >= shape.rows) continue
        for (let x = 0; x < wide; x++) {
          const pixel = pixels[column + x * right] as number
          if (pixel < 0) continue
          const start = (from * shape.columns + pixel) * channels
          let offset = (y * wide + x) * channels * layer.lanes
          for (let at = start; at < start + channels; at++) {
            const value = data[at] as number
            if (value !== 0) {
              values[count] = value
              offsets[count] = offset
              count++
            }
            offset += layer.lanes
          }
        }
      }
      multiply(layer, values, offsets, count, output, (row * columns + column) * layer.outputs)
    }
  }
  return output
}

/** Source column of each padded column; -1: zeros. */
function columnsUnder({ pad, around }: Convolution, { columns }: Shape): Int32Array {
  return Int32Array.from({ length: columns + 2 * pad[1] }, (_, padded) => {
    const column = padded - pad[1]
    if (around) return ((column % columns) + columns) % columns
    return column >= 0 && column < columns ? column : -1
  })
}

function multiply(
  layer: Convolution,
  values: Float64Array,
  offsets: Int32Array,
  count: number,
  output: Float32Array,
  at: number,
): void {
  const { weights, bias, lanes, outputs, relu } = layer
  const sums = new Float64Array(8)
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
      const w = (offsets[i] as number) + lane
      a += value * (weights[w] as number)
      b += value * (weights[w + 1] as number)
      c += value * (weights[w + 2] as number)
      d += value * (weights[w + 3] as number)
      e += value * (weights[w + 4] as number)
      f += value * (weights[w + 5] as number)
      g += value * (weights[w + 6] as number)
      h += value * (weights[w + 7] as number)
    }
    sums[0] = a
    sums[1] = b
    sums[2] = c
    sums[3] = d
    sums[4] = e
    sums[5] = f
    sums[6] = g
    sums[7] = h
    const end = Math.min(8, outputs - lane)
    for (let i = 0; i < end; i++) {
      const sum = sums[i] as number
      output[at + lane + i] = relu && sum < 0 ? 0 : sum
    }
  }
}
