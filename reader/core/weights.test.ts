import { describe, expect, test } from 'vitest'
import { createNetwork } from './network.ts'
import { readWeights } from './weights.ts'

type Entry = Record<string, unknown> & { type: string; inputs?: number; outputs?: number; window?: number[] }

const random = (seed: number) => (at: number) => (((at + 1) * 7919 * (seed + 1)) % 2003) / 1001.5 - 1

/** A weights file with int8 weights, scales and biases from a fixed sequence, and the same as numbers. */
function fileOf(input: [number, number, number], entries: readonly Entry[], temperature = 1) {
  const blocks: Uint8Array[] = []
  const held: { weights: number[]; bias: number[] }[] = []
  let at = 0
  const layers = entries.map((entry, layer) => {
    if (entry.type === 'pool') return entry
    const { inputs = 0, outputs = 0, window: [high = 1, wide = 1] = [] } = entry
    const draw = random(layer)
    const bytes = Int8Array.from({ length: outputs * inputs * high * wide }, (_, index) =>
      Math.round(127 * draw(index)),
    )
    const scales = Float32Array.from(
      { length: outputs },
      (_, index) => 0.004 + 0.001 * Math.abs(draw(index + 7)),
    )
    const bias = Float32Array.from({ length: outputs }, (_, index) => 0.2 * draw(index + 11))
    const block = new Uint8Array(Math.ceil(bytes.length / 4) * 4 + 8 * outputs)
    block.set(new Uint8Array(bytes.buffer))
    block.set(new Uint8Array(scales.buffer), Math.ceil(bytes.length / 4) * 4)
    block.set(new Uint8Array(bias.buffer), Math.ceil(bytes.length / 4) * 4 + 4 * outputs)
    const depth = inputs * high * wide
    held.push({
      weights: Array.from(bytes, (byte, index) => byte * (scales[Math.floor(index / depth)] ?? 0)),
      bias: [...bias],
    })
    blocks.push(block)
    at += block.length
    return { ...entry, at: at - block.length }
  })
  const json = JSON.stringify({ input, temperature, layers })
  const header = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4))
  const file = new Uint8Array(4 + header.length + at)
  new DataView(file.buffer).setUint32(0, header.length, true)
  file.set(header, 4)
  let to = 4 + header.length
  for (const block of blocks) {
    file.set(block, to)
    to += block.length
  }
  return { file: file.buffer, held }
}

const convolution = (inputs: number, outputs: number, more: Partial<Entry> = {}): Entry => ({
  type: 'convolution',
  inputs,
  outputs,
  window: [3, 3],
  pad: [1, 1],
  around: false,
  dilation: [1, 1],
  relu: true,
  ...more,
})

/** Channels of rows of columns. */
type Image = number[][][]

const imageOf = (channels: number, rows: number, columns: number, at: (index: number) => number): Image =>
  Array.from({ length: channels }, (_, channel) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => at((channel * rows + row) * columns + column)),
    ),
  )

/** Reference implementation of a convolution. */
function convolved(
  image: Image,
  entry: Entry,
  { weights, bias }: { weights: number[]; bias: number[] },
): Image {
  const { inputs = 0, outputs = 0, around, relu } = entry
  const [high = 1, wide = 1] = entry['window'] as number[]
  const [above = 0, aside = 0] = entry['pad'] as number[]
  const [down = 1, right = 1] = entry['dilation'] as number[]
  const rows = image[0]?.length ?? 0
  const columns = image[0]?.[0]?.length ?? 0
  const output = imageOf(
    outputs,
    rows + 2 * above - down * (high - 1),
    columns + 2 * aside - right * (wide - 1),
    () => 0,
  )
  return output.map((plane, o) =>
    plane.map((line, row) =>
      line.map((_, column) => {
        let sum = bias[o] ?? 0
        for (let i = 0; i < inputs; i++)
          for (let y = 0; y < high; y++)
            for (let x = 0; x < wide; x++) {
              const from = column + x * right - aside
              const position = around ? (from + columns) % columns : from
              const value = image[i]?.[row + y * down - above]?.[position] ?? 0
              sum += value * (weights[((o * inputs + i) * high + y) * wide + x] ?? 0)
            }
        return relu ? Math.max(0, sum) : sum
      }),
    ),
  )
}

function probabilities(scores: number[], temperature = 1): number[] {
  const powers = scores.map((score) => Math.exp(score / temperature))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** Interleaved channels, as the network takes them. */
const flat = (image: Image): Float32Array =>
  Float32Array.from(
    (image[0] ?? []).flatMap((line, row) =>
      line.flatMap((_, column) => image.map((plane) => plane[row]?.[column] ?? 0)),
    ),
  )

function greatestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a).toHaveLength(b.length)
  return Math.max(...Array.from(a, (value, index) => Math.abs(value - (b[index] ?? Number.NaN))))
}

describe('a network from a weights file', () => {
  test.each([
    { what: '3 × 3 on a small image', input: [2, 5, 6], entry: convolution(2, 5) },
    { what: '3 × 3 on a large image', input: [3, 11, 14], entry: convolution(3, 10) },
    { what: '3 × 3 around the circle', input: [3, 9, 14], entry: convolution(3, 9, { around: true }) },
    {
      what: 'without the rectifier',
      input: [2, 12, 12],
      entry: convolution(2, 8, { relu: false }),
    },
    {
      what: 'a high window around the circle',
      input: [4, 4, 18],
      entry: convolution(4, 6, { window: [4, 5], pad: [0, 2], around: true }),
    },
    {
      what: 'a dilated window around the circle',
      input: [2, 1, 18],
      entry: convolution(2, 3, { window: [1, 5], pad: [0, 6], dilation: [1, 3], around: true }),
    },
    {
      what: 'unequal padding and dilation',
      input: [2, 9, 8],
      entry: convolution(2, 4, { window: [3, 2], pad: [2, 1], dilation: [2, 3] }),
    },
  ] as { what: string; input: [number, number, number]; entry: Entry }[])(
    'convolves as the definition says: $what',
    ({ input, entry }) => {
      const { file, held } = fileOf(input, [entry])
      const image = imageOf(...input, random(3))
      const [layer] = held
      if (!layer) throw new Error('no layer')
      const scores = convolved(image, entry, layer).flat(2)
      expect(greatestDifference(createNetwork(file).run(flat(image)), probabilities(scores))).toBeLessThan(
        1e-6,
      )
    },
  )

  test('pools the greatest of each window and drops what is left over', () => {
    const image = imageOf(2, 5, 7, random(1))
    const { file } = fileOf([2, 5, 7], [{ type: 'pool', window: [2, 3] }])
    const scores = image.flatMap((plane) =>
      [0, 2].flatMap((row) =>
        [0, 3].map((column) =>
          Math.max(...plane.slice(row, row + 2).flatMap((line) => line.slice(column, column + 3))),
        ),
      ),
    )
    expect(greatestDifference(createNetwork(file).run(flat(image)), probabilities(scores))).toBeLessThan(1e-6)
  })

  test('counts the inputs of the first dense layer channel by channel, and softens by the temperature', () => {
    const image = imageOf(3, 2, 4, random(2))
    const dense = (inputs: number, outputs: number, relu: boolean): Entry => ({
      type: 'dense',
      inputs,
      outputs,
      relu,
    })
    const { file, held } = fileOf([3, 2, 4], [dense(24, 9, true), dense(9, 5, false)], 1.7)
    const [hidden, last] = held.map(
      ({ weights, bias }) =>
        (inputs: number[]) =>
          bias.map((start, o) =>
            inputs.reduce((sum, value, i) => sum + value * (weights[o * inputs.length + i] ?? 0), start),
          ),
    )
    if (!hidden || !last) throw new Error('no layers')
    const scores = last(hidden(image.flat(2)).map((value) => Math.max(0, value)))
    expect(greatestDifference(createNetwork(file).run(flat(image)), probabilities(scores, 1.7))).toBeLessThan(
      1e-6,
    )
  })

  test('is of the shape that the file says', () => {
    const { file } = fileOf([3, 8, 20], [convolution(3, 4), { type: 'pool', window: [2, 2] }])
    expect(readWeights(file)).toMatchObject({
      input: { channels: 3, rows: 8, columns: 20 },
      temperature: 1,
      layers: [{ type: 'convolution', outputs: 4 }, { type: 'pool' }],
    })
    expect(createNetwork(file)).toMatchObject({ channels: 3, height: 8, width: 20 })
  })

  test('refuses layers that do not fit each other, a file that is cut off, and another input', () => {
    const { file } = fileOf([1, 6, 6], [convolution(1, 8), convolution(9, 2)])
    expect(() => createNetwork(file)).toThrow('9 inputs')
    const whole = fileOf([1, 6, 6], [convolution(1, 8)]).file
    expect(() => createNetwork(whole.slice(0, whole.byteLength - 8))).toThrow()
    expect(() => createNetwork(fileOf([1, 6, 6], [{ type: 'pool', window: [8, 1] }]).file)).toThrow('nothing')
    expect(() => createNetwork(whole).run(new Float32Array(35))).toThrow('input')
  })
})
