import { decodeQR } from 'qr/decode.js'
import { sheetsIn } from './pdfText.ts'

/** In millimetres from the sheet's upper left corner. */
export interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}

type Matrix = readonly [number, number, number, number, number, number]

const millimetres = (points: number) => (points / 72) * 25.4

/** Returns the size of each sheet of a PDF, in millimetres, and what is filled with black on it, except for text. */
export function blackOnSheets(pdf: Buffer) {
  return sheetsIn(pdf).map(({ head, drawn }) => {
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head)?.map(Number) ?? []
    if (width === undefined || height === undefined) throw new Error('a sheet without a size')
    return {
      width: millimetres(width),
      height: millimetres(height),
      black: blackIn(drawn).map(({ left, top, right, bottom }) => ({
        left: millimetres(left),
        right: millimetres(right),
        top: millimetres(height - bottom),
        bottom: millimetres(height - top),
      })),
    }
  })
}

/** Returns the bounds of the filled paths in points, counted from below. */
function blackIn(drawn: string): Rectangle[] {
  const found: Rectangle[] = []
  const saved: { matrix: Matrix; isBlack: boolean }[] = []
  let state: { matrix: Matrix; isBlack: boolean } = { matrix: [1, 0, 0, 1, 0, 0], isBlack: true }
  let paths: [number, number][][] = []
  let given: number[] = []
  const at = (x: number, y: number): [number, number] => {
    const [a, b, c, d, e, f] = state.matrix
    return [a * x + c * y + e, b * x + d * y + f]
  }
  const draw = (operator: string) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = given
    if (operator === 'q') saved.push(state)
    else if (operator === 'Q') state = saved.pop() ?? state
    else if (operator === 'cm') {
      const [m, n, o, p] = state.matrix
      const matrix: Matrix = [a * m + b * o, a * n + b * p, c * m + d * o, c * n + d * p, ...at(e, f)]
      state = { ...state, matrix }
    } else if (operator === 'rg') state = { ...state, isBlack: given.every((part) => part === 0) }
    else if (operator === 'm') paths.push([at(a, b)])
    else if (operator === 'l') paths.at(-1)?.push(at(a, b))
    else if (operator === 're') paths.push([at(a, b), at(a + c, b + d)])
    else if (/^(f\*?|n|S)$/.test(operator)) {
      if (operator.startsWith('f') && state.isBlack) found.push(...paths.map(boundsOf))
      paths = []
    }
  }
  for (const token of drawn.split(/\s+/)) {
    if (/^[-+.\d]+$/.test(token)) given.push(Number(token))
    else {
      draw(token)
      given = []
    }
  }
  return found
}

function boundsOf(path: readonly [number, number][]): Rectangle {
  const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)]
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
}

/** Returns the rectangle around them all. */
export const around = (rectangles: readonly Rectangle[]): Rectangle => ({
  left: Math.min(...rectangles.map(({ left }) => left)),
  top: Math.min(...rectangles.map(({ top }) => top)),
  right: Math.max(...rectangles.map(({ right }) => right)),
  bottom: Math.max(...rectangles.map(({ bottom }) => bottom)),
})

/** Pixels a millimetre. */
const scale = 20
const quietZone = 4

/** Returns the text of the QR code that these rectangles draw. */
export function qrOf(rectangles: readonly Rectangle[]): string {
  const { left, top, right, bottom } = around(rectangles)
  const width = Math.ceil((right - left + 2 * quietZone) * scale)
  const height = Math.ceil((bottom - top + 2 * quietZone) * scale)
  const data = Uint8Array.from({ length: 4 * width * height }, () => 255)
  const pixel = (length: number) => Math.round((length + quietZone) * scale)
  for (const dark of rectangles) {
    for (let y = pixel(dark.top - top); y < pixel(dark.bottom - top); y++) {
      const [begin, end] = [pixel(dark.left - left), pixel(dark.right - left)]
      for (let x = begin; x < end; x++) data.set([0, 0, 0], 4 * (y * width + x))
    }
  }
  return decodeQR({ data, width, height }, { timeLimit: 10_000 })
}
