import type { Picture } from './types.ts'

/** In pixels: larger pictures are not searched. The firmware sends 640 × 480 by default. */
const LONG_SIDE = 1600
/** Sides of a frame, in pixels. */
const SHORTEST = 20
const LONGEST = 640
/** Greatest excess of green over red and blue that counts. On white and on black a line has about 125, on red 40. */
const GREEN = 120
/** Least mean excess along a single line and along all six, and greatest one inside a frame: no green area counts. */
const PARTLY = 35
const DRAWN = 75
const EMPTY = 60
const INSIDE = 5
/** JPEG keeps brightness at full resolution and spreads colour this many pixels beyond a line. */
const SPREAD = 2

/** In pixels; the lines are on its first and last row and column. */
interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Erases what AI-on-the-edge-device draws around each dial in the pictures that it sends: a green frame of one pixel with
 * an upright cross, and an ellipse of two pixels. Networks take the cross for a needle. Its blue frames around
 * digits and red ones around alignment marks stay, because they do not cross what is read (decision 089).
 *
 * Returns the picture itself if nothing is drawn in it.
 */
export function eraseFirmwareMarks(picture: Picture): Picture {
  if (Math.max(picture.width, picture.height) > LONG_SIDE) return picture
  const frames = findFrames(measureGreen(picture))
  if (frames.length === 0) return picture
  const lines = new Uint8Array(picture.width * picture.height)
  const stains = lines.slice()
  for (const frame of frames) {
    mark(lines, picture, frame, 0)
    mark(stains, picture, frame, SPREAD)
  }
  return fill(picture, lines, stains)
}

/** Mean excess of green along a part of a row or column, both ends included. */
interface Green {
  width: number
  height: number
  across: (y: number, from: number, to: number) => number
  down: (x: number, from: number, to: number) => number
}

/** The `as number` here and below: within the picture, for every pixel of it. */
function measureGreen({ width, height, data }: Picture): Green {
  const rows = new Float64Array((width + 1) * height)
  const columns = new Float64Array(width * (height + 1))
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const others = Math.max(data[4 * at] as number, data[4 * at + 2] as number)
      const excess = Math.min(GREEN, Math.max(0, (data[4 * at + 1] as number) - others))
      rows[at + y + 1] = (rows[at + y] as number) + excess
      columns[at + width] = (columns[at] as number) + excess
    }
  }
  return {
    width,
    height,
    across(y, from, to) {
      const start = y * (width + 1)
      return ((rows[start + to + 1] as number) - (rows[start + from] as number)) / (to + 1 - from)
    },
    down(x, from, to) {
      return (
        ((columns[(to + 1) * width + x] as number) - (columns[from * width + x] as number)) / (to + 1 - from)
      )
    },
  }
}

/** The lines spread to their neighbours, so that each frame is found several times: the strongest one counts. */
function findFrames(green: Green): Frame[] {
  const found: { frame: Frame; strength: number }[] = []
  for (let top = 0; top < green.height - SHORTEST; top++) {
    for (let left = 0; left < green.width - SHORTEST; left++)
      if (isCorner(green, left, top)) found.push(...framesFrom(green, left, top))
  }
  found.sort((one, other) => other.strength - one.strength)
  const frames: Frame[] = []
  for (const { frame } of found) if (!frames.some((kept) => isSame(kept, frame))) frames.push(frame)
  return frames
}

function isSame(one: Frame, other: Frame): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every(
    (side) => Math.abs(one[side] - other[side]) < INSIDE,
  )
}

/** Whether lines go from here to the right and down, and the area between them is not green. */
function isCorner({ across, down }: Green, left: number, top: number): boolean {
  const right = left + SHORTEST
  const bottom = top + SHORTEST
  return (
    across(top, left, right) >= PARTLY &&
    down(left, top, bottom) >= PARTLY &&
    across(top + INSIDE, left, right) <= EMPTY &&
    down(left + INSIDE, top, bottom) <= EMPTY
  )
}

function framesFrom(green: Green, left: number, top: number): { frame: Frame; strength: number }[] {
  const { width, height, across, down } = green
  const farthest = Math.min(width - 1, left + LONGEST)
  const lowest = Math.min(height - 1, top + LONGEST)
  const bottoms: number[] = []
  for (let bottom = top + SHORTEST; bottom <= lowest && down(left, top, bottom) >= PARTLY; bottom++)
    if (across(bottom, left, left + SHORTEST) >= PARTLY) bottoms.push(bottom)
  const found: { frame: Frame; strength: number }[] = []
  for (let right = left + SHORTEST; right <= farthest && across(top, left, right) >= PARTLY; right++) {
    if (down(right, top, top + SHORTEST) < PARTLY) continue
    for (const bottom of bottoms) {
      const frame = { left, top, right, bottom }
      const strength = strengthOf(green, frame)
      if (strength >= DRAWN) found.push({ frame, strength })
    }
  }
  return found
}

/** Mean excess along the six lines; 0 if one of them is not there or the frame is filled with green. */
function strengthOf({ across, down }: Green, frame: Frame): number {
  const { left, top, right, bottom } = frame
  if (across(top + INSIDE, left, right) > EMPTY || down(left + INSIDE, top, bottom) > EMPTY) return 0
  const { x, y } = centreOf(frame)
  const seen = [
    ...[top, y, bottom].map((row) => across(row, left, right)),
    ...[left, x, right].map((column) => down(column, top, bottom)),
  ]
  return Math.min(...seen) < PARTLY ? 0 : seen.reduce((sum, one) => sum + one) / seen.length
}

const centreOf = ({ left, top, right, bottom }: Frame) => ({
  x: Math.floor((left + right) / 2),
  y: Math.floor((top + bottom) / 2),
})

/** Marks what is drawn and `spread` pixels around it. */
function mark(marked: Uint8Array, { width, height }: Picture, frame: Frame, spread: number): void {
  const { left, top, right, bottom } = frame
  const { x, y } = centreOf(frame)
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    const first = Math.max(0, x1 - spread)
    const last = Math.min(width - 1, x2 + spread)
    for (let row = Math.max(0, y1 - spread); row <= Math.min(height - 1, y2 + spread); row++)
      marked.fill(1, row * width + first, row * width + last + 1)
  }
  for (const row of [top, y, bottom]) line(left, row, right, row)
  for (const column of [left, x, right]) line(column, top, column, bottom)
  const wide = x - left
  const high = y - top
  for (let row = -high - 2; row <= high + 2; row++) {
    const outer = halfWidth(wide + 2, high + 2, row)
    const inner = Math.min(halfWidth(wide - 1, high - 1, Math.abs(row) + 1), outer)
    line(x - outer, y + row, x - inner, y + row)
    line(x + inner, y + row, x + outer, y + row)
  }
}

/** Of an ellipse, `row` pixels from its centre. */
function halfWidth(wide: number, high: number, row: number): number {
  const ratio = Math.min(1, Math.abs(row) / high)
  return Math.round(wide * Math.sqrt(1 - ratio * ratio))
}

const DIRECTIONS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const

/**
 * Interpolates red, green and blue of a marked pixel from the nearest unmarked ones of its row and column, the nearer
 * the more. Null if there are none.
 */
function interpolate(
  { width, height, data }: Picture,
  marked: Uint8Array,
  at: number,
): [number, number, number] | null {
  const sums = [0, 0, 0]
  let total = 0
  for (const [right, below] of DIRECTIONS) {
    let x = at % width
    let y = (at - x) / width
    let distance = 0
    while (x >= 0 && y >= 0 && x < width && y < height && marked[y * width + x]) {
      x += right
      y += below
      distance++
    }
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const weight = 1 / (distance * distance)
    const from = 4 * (y * width + x)
    for (let channel = 0; channel < 3; channel++)
      sums[channel] = (sums[channel] as number) + weight * (data[from + channel] as number)
    total += weight
  }
  const [red = 0, green = 0, blue = 0] = sums
  return total === 0 ? null : [red / total, green / total, blue / total]
}

const brightnessOf = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue

/**
 * Gives stained pixels the colour of their surroundings. Only on the lines the brightness too, so that a needle under the
 * cross is not erased with it.
 */
function fill(picture: Picture, lines: Uint8Array, stains: Uint8Array): Picture {
  const { width, height } = picture
  const data = picture.data.slice()
  for (let at = 0; at < stains.length; at++) {
    const colour = stains[at] ? interpolate(picture, stains, at) : null
    if (!colour) continue
    const [red, green, blue] =
      (lines[at] ? interpolate(picture, lines, at) : null) ?? picture.data.subarray(4 * at, 4 * at + 3)
    const change = brightnessOf(red as number, green as number, blue as number) - brightnessOf(...colour)
    for (let channel = 0; channel < 3; channel++)
      data[4 * at + channel] = (colour[channel] as number) + change
  }
  return { width, height, data }
}
