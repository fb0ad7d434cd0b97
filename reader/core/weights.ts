/** Rows and columns. */
type Pair = readonly [number, number]

/** A dense layer is one whose window is the whole image. */
export interface Convolution {
  type: 'convolution'
  window: Pair
  /** Distance between the window's taps. */
  dilation: Pair
  /** Rows of zeros above and below; columns left and right: zeros or, with `around`, wrapped. */
  pad: Pair
  around: boolean
  inputs: number
  outputs: number
  relu: boolean
  /**
   * Inputs counted `[row][column][channel]` over the window; each row has one weight an output, `lanes` of
   * them.
   */
  weights: Float32Array
  bias: Float32Array
  /** Outputs padded with zeros to a multiple of 8: the kernel needs no remainder. */
  lanes: number
}

/** Max pooling, stride = window; remaining rows and columns are dropped. */
export interface Pool {
  type: 'pool'
  window: Pair
}

type Layer = Convolution | Pool

/** An image between layers: `channels` values a pixel, row by row. */
export interface Shape {
  rows: number
  columns: number
  channels: number
}

interface Weights {
  input: Shape
  /** Divides the last layer's outputs before the softmax. */
  temperature: number
  layers: Layer[]
}

type Entry =
  | { type: 'pool'; window: Pair }
  | { type: 'dense'; inputs: number; outputs: number; relu: boolean; at: number }
  | {
      type: 'convolution'
      inputs: number
      outputs: number
      window: Pair
      pad: Pair
      around: boolean
      dilation: Pair
      relu: boolean
      at: number
    }

interface Header {
  input: readonly [channels: number, height: number, width: number]
  temperature: number
  layers: Entry[]
}

const LANE = 8

/**
 * Reads a weights file, version 2. Little-endian: the header's length (uint32, a multiple of 4), the header
 * in JSON `{ input: [channels, height, width], temperature, layers }`, the layers' data. A layer's data at
 * `at`, counted from the header's end: int8 weights `[output][input][row][column]`, padding to 4 bytes, one
 * float32 scale an output, one float32 bias an output. The first dense layer counts its inputs channel by
 * channel.
 *
 * @throws Error when the file is cut off or its layers do not fit each other
 */
export function readWeights(file: ArrayBuffer): Weights {
  const view = new DataView(file)
  const length = view.getUint32(0, true)
  const header = parseHeader(file, length)
  const [channels, rows, columns] = header.input
  const input = { rows, columns, channels }
  const layers: Layer[] = []
  let shape = input
  for (const entry of header.layers) {
    const layer = entry.type === 'pool' ? entry : weighted(view, 4 + length, entry, shape)
    layers.push(layer)
    shape = outputShape(layer, shape)
    if (!(shape.rows > 0 && shape.columns > 0))
      throw new Error('weights: a layer leaves nothing of the image')
  }
  return { input, temperature: header.temperature, layers }
}

function parseHeader(file: ArrayBuffer, length: number): Header {
  let text = ''
  for (const byte of new Uint8Array(file, 4, length)) text += String.fromCharCode(byte)
  return JSON.parse(text) as Header
}

/** Output shape of a layer. */
export function outputShape(layer: Layer, { rows, columns, channels }: Shape): Shape {
  const [high, wide] = layer.window
  if (layer.type === 'pool')
    return { rows: Math.floor(rows / high), columns: Math.floor(columns / wide), channels }
  return {
    rows: rows + 2 * layer.pad[0] - layer.dilation[0] * (high - 1),
    columns: columns + 2 * layer.pad[1] - layer.dilation[1] * (wide - 1),
    channels: layer.outputs,
  }
}

type WeightedEntry = Exclude<Entry, { type: 'pool' }>

function weighted(view: DataView, start: number, entry: WeightedEntry, shape: Shape): Convolution {
  const { inputs, outputs, relu } = entry
  const dense = entry.type === 'dense'
  const given = dense ? shape.rows * shape.columns * shape.channels : shape.channels
  if (inputs !== given) throw new Error(`weights: a layer wants ${inputs} inputs and gets ${given}`)
  const window: Pair = dense ? [shape.rows, shape.columns] : entry.window
  return {
    type: 'convolution',
    window,
    dilation: dense ? [1, 1] : entry.dilation,
    pad: dense ? [0, 0] : entry.pad,
    around: !dense && entry.around,
    inputs: shape.channels,
    outputs,
    relu,
    ...dequantize(view, start + entry.at, outputs, shape.channels, window[0] * window[1]),
  }
}

/** From `[output][input][place]` to `[place][input][output]`. */
function dequantize(view: DataView, at: number, outputs: number, inputs: number, taps: number) {
  const depth = inputs * taps
  const lanes = Math.ceil(outputs / LANE) * LANE
  const weights = new Float32Array(depth * lanes)
  const bias = new Float32Array(lanes)
  const scales = at + Math.ceil((outputs * depth) / 4) * 4
  for (let output = 0; output < outputs; output++) {
    const scale = view.getFloat32(scales + 4 * output, true)
    bias[output] = view.getFloat32(scales + 4 * (outputs + output), true)
    for (let input = 0; input < inputs; input++) {
      for (let tap = 0; tap < taps; tap++) {
        const weight = view.getInt8(at + output * depth + input * taps + tap)
        weights[(tap * inputs + input) * lanes + output] = weight * scale
      }
    }
  }
  return { weights, bias, lanes }
}
