/** One layer of a weights file, ready to run. `depth` counts the inputs of one output. */
export type Layer =
  | { kind: 'pool' }
  | ({ kind: 'convolution' | 'dense'; depth: number; outputs: number; size: number; relu: boolean } & Weights)

interface Weights {
  /** Row by row of inputs; each row holds one weight an output, `lanes` of them. */
  weights: Float32Array
  bias: Float32Array
  /** Outputs rounded up to a multiple of 8 with zeros, so that the kernel needs no remainder. */
  lanes: number
}

interface Entry {
  t: 'conv' | 'pool' | 'fc'
  o: number
  i: number
  k: number
  relu: number
  off: number
}

const LANE = 8

/**
 * Reads a weights file. It holds, little-endian: the header's length (uint32, a multiple of 4), the header in
 * JSON `{ ch, layers: [{ t, o, i, k, relu, off }] }` and the layers' data. A layer's data at `off` are int8
 * weights `[output][input][row][column]`, padding to 4 bytes, one float32 scale an output, one float32 bias an
 * output. The first dense layer counts its inputs channel by channel; the layers returned here count them
 * pixel by pixel.
 *
 * @param height rows of the network's input; @param width columns of it
 * @throws Error when the file is cut off or its layers do not fit each other
 */
export function readWeights(file: ArrayBuffer, height: number, width: number): Layer[] {
  const view = new DataView(file)
  const headerLength = view.getUint32(0, true)
  const header = parseHeader(file, headerLength)
  const start = 4 + headerLength
  const layers: Layer[] = []
  let rows = height
  let columns = width
  let channels = header.ch
  let flat = false
  for (const entry of header.layers) {
    if (entry.t === 'pool') {
      rows >>= 1
      columns >>= 1
      layers.push({ kind: 'pool' })
      continue
    }
    const dense = entry.t === 'fc'
    const window = dense ? 1 : entry.k * entry.k
    const inputs = dense && !flat ? rows * columns * channels : channels
    if (entry.i !== inputs) throw new Error(`weights: a layer wants ${entry.i} inputs and gets ${inputs}`)
    const position = dense && !flat ? pixelByPixel(rows * columns, channels) : windowByWindow(entry.i, window)
    layers.push({
      kind: dense ? 'dense' : 'convolution',
      depth: entry.i * window,
      outputs: entry.o,
      size: entry.k,
      relu: entry.relu === 1,
      ...dequantize(view, start + entry.off, entry.o, entry.i * window, position),
    })
    channels = entry.o
    flat = dense
  }
  return layers
}

function parseHeader(file: ArrayBuffer, length: number): { ch: number; layers: Entry[] } {
  let text = ''
  for (const byte of new Uint8Array(file, 4, length)) text += String.fromCharCode(byte)
  return JSON.parse(text) as { ch: number; layers: Entry[] }
}

/** Channel by channel to pixel by pixel. */
function pixelByPixel(pixels: number, channels: number): (input: number) => number {
  return (input) => (input % pixels) * channels + Math.floor(input / pixels)
}

/** `[input][row][column]` to `[row][column][input]`. */
function windowByWindow(inputs: number, window: number): (input: number) => number {
  return (input) => (input % window) * inputs + Math.floor(input / window)
}

function dequantize(
  view: DataView,
  offset: number,
  outputs: number,
  depth: number,
  position: (input: number) => number,
): Weights {
  const lanes = Math.ceil(outputs / LANE) * LANE
  const weights = new Float32Array(depth * lanes)
  const bias = new Float32Array(lanes)
  const scales = offset + Math.ceil((outputs * depth) / 4) * 4
  for (let output = 0; output < outputs; output++) {
    const scale = view.getFloat32(scales + 4 * output, true)
    bias[output] = view.getFloat32(scales + 4 * (outputs + output), true)
    for (let input = 0; input < depth; input++) {
      const weight = view.getInt8(offset + output * depth + input) * scale
      weights[position(input) * lanes + output] = weight
    }
  }
  return { weights, bias, lanes }
}
