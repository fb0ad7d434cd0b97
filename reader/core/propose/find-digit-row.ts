import { type DigitKind, readSingleView } from '../digits.ts'
import type { Network } from '../network.ts'
import { measureQuality } from '../quality.ts'
import { greyOf, type Raster, resample } from '../resample.ts'
import type { Picture, Rectangle } from '../types.ts'
import { blobsIn, localStatisticsOf } from './blobs.ts'
import { type Chain, chainsOf } from './chain.ts'

interface FoundRow {
  /** Ratios of the picture, left to right. */
  boxes: Rectangle[]
  /** That the boxes hold digits, less the evidence for another row; 0..1. */
  confidence: number
}

/** In pixels: in one of them digits have a fitting size and dots merge. */
const FINEST = 1120
const COARSER = [640, 360, 200, 120]
/** Up to this long side two digits are a row: little else is visible. */
const COARSE = 200
/** Rows sampled, and rows examined. */
const LOOKED_AT = 8
const CLOSELY = 3
/** Slots sampled. */
const SAMPLES = 4
/** In digit heights: digits fill a display's slot, a drum's window shows more. */
const HEIGHTS: Readonly<Record<DigitKind, readonly number[]>> = {
  drum: [1.3, 1.55],
  display: [1.08, 1.25],
}
/** Of the pitch, and of the height. */
const OF_PITCH = 0.92
const OF_HEIGHT = 0.72
/** Minimum weight to extend a row of unknown length. */
const CONTINUES = 0.85
const MAX = 14
/** Not too small: as a fraction of the region, and in pixels. */
const SMALL = 0.09
const MIN_PIXELS = 24
/** Confidence factor for a part of a longer row: a serial number. */
const CUT_OUT = 0.6
/** Penalty a slot from the right end. */
const TO_THE_LEFT = 0.15
/** Fraction of the row's median contrast: below, a slot is dark. */
const UNLIT = 0.35
/** Weight of a dark slot before the first lit digit. */
const DARK = 0.9

interface Row extends Chain {
  score: number
}

/** `count` digits; null: any number. */
export function findRow(
  picture: Picture,
  region: Rectangle,
  kind: DigitKind,
  count: number | null,
  network: Network,
): FoundRow | null {
  const grey = greyOf(picture, region)
  const rows = rowsIn(grey)
  const promising = rows
    .slice(0, LOOKED_AT)
    .map((row) => ({ row, ...sample(grey, row, kind, network) }))
    .sort((a, b) => b.likeness - a.likeness || a.row.x - b.row.x || a.row.y - b.row.y)
    .slice(0, CLOSELY)
  const found = promising
    .map(({ row, tall }) => measured(grey, row, tall, kind, count, network))
    .map((one) => ({ ...one, likeness: one.likeness * prominence(one.boxes, grey) }))
    .sort((a, b) => b.likeness - a.likeness)
  const [best, second] = found
  if (!best) return null
  const left = Math.round(region.x1 * picture.width)
  const top = Math.round(region.y1 * picture.height)
  const boxes = best.boxes.map(({ x1, y1, x2, y2 }) => ({
    x1: Math.max(0, (left + x1) / picture.width),
    y1: Math.max(0, (top + y1) / picture.height),
    x2: Math.min(1, (left + x2) / picture.width),
    y2: Math.min(1, (top + y2) / picture.height),
  }))
  const lead = second ? best.likeness - second.likeness : 1
  return { boxes, confidence: best.likeness * Math.min(1, 0.7 + 2 * lead) }
}

/** At all scales, best shape first. */
function rowsIn(grey: Raster): Row[] {
  const all: Row[] = []
  const long = Math.max(grey.width, grey.height)
  for (const side of [Math.min(FINEST, long), ...COARSER.filter((one) => one < long)]) {
    const scale = side / long
    const width = Math.max(8, Math.round(grey.width * scale))
    const height = Math.max(8, Math.round(grey.height * scale))
    const small = resample(grey, { left: 0, top: 0, right: grey.width, bottom: grey.height }, width, height)
    const around = localStatisticsOf(small)
    for (const sign of [1, -1] as const) {
      for (const chain of chainsOf(blobsIn(small, sign, around), side <= COARSE ? 2 : 3)) {
        all.push({
          ...chain,
          x: chain.x / scale,
          y: chain.y / scale,
          pitch: chain.pitch / scale,
          fall: chain.fall / scale,
          width: chain.width / scale,
          height: chain.height / scale,
          score: (chain.seen - 1) * (1 - 2 * chain.play) * (chain.height / scale / grey.height),
        })
      }
    }
  }
  all.sort((a, b) => b.score - a.score || a.x - b.x || a.y - b.y)
  const kept: Row[] = []
  for (const row of all) if (!kept.some((other) => same(row, other))) kept.push(row)
  return kept
}

function same(a: Row, b: Row): boolean {
  const middle = a.x + (a.pitch * (a.positions - 1)) / 2
  const at = (middle - b.x) / b.pitch
  const y = b.y + at * b.fall
  const pitches = a.pitch / b.pitch
  return (
    at > -1 &&
    at < b.positions &&
    Math.abs(y - a.y - (a.fall * (a.positions - 1)) / 2) < 0.3 * b.height &&
    pitches > 0.8 &&
    pitches < 1.25
  )
}

/** In pixels of the raster. */
function boxAt(row: Row, position: number, tall: number): Rectangle {
  const height = row.height * tall
  const width = Math.min(OF_PITCH * row.pitch, OF_HEIGHT * height)
  const x = row.x + position * row.pitch
  const y = row.y + position * row.fall
  return { x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 }
}

interface Cell {
  digit: number
  blank: number
  /** Standard deviation in grey levels. */
  contrast: number
}

const NOTHING: Cell = { digit: 0, blank: 0, contrast: 0 }

function readCell(grey: Raster, box: Rectangle, kind: DigitKind, network: Network): Cell {
  const width = Math.max(2, Math.round(box.x2 - box.x1))
  const height = Math.max(2, Math.round(box.y2 - box.y1))
  const window = { left: box.x1, top: box.y1, right: box.x2, bottom: box.y2 }
  const inside = box.x1 > -width / 4 && box.x2 < grey.width + width / 4
  if (!inside) return NOTHING
  const cut = resample(grey, window, width, height)
  const hypotheses = readSingleView(network, cut, kind)
  const weightOf = (shown: string) => hypotheses.find((one) => one.shown === shown)?.weight ?? 0
  const digit = Math.max(weightOf('digit'), weightOf('minus'))
  return { digit, blank: weightOf('blank'), contrast: measureQuality(cut).contrast }
}

/** At the best box height. */
function sample(
  grey: Raster,
  row: Row,
  kind: DigitKind,
  network: Network,
): { likeness: number; tall: number } {
  const count = Math.min(SAMPLES, row.positions)
  let best = { likeness: 0, tall: 1 }
  for (const tall of HEIGHTS[kind]) {
    let sum = 0
    for (let index = 0; index < count; index++) {
      const position = count > 1 ? Math.round((index * (row.positions - 1)) / (count - 1)) : 0
      sum += readCell(grey, boxAt(row, position, tall), kind, network).digit
    }
    const likeness = (sum / count) * Math.min(1, 0.6 + 0.1 * row.seen)
    if (likeness > best.likeness) best = { likeness, tall }
  }
  return best
}

function measured(
  grey: Raster,
  row: Row,
  tall: number,
  kind: DigitKind,
  count: number | null,
  network: Network,
): { boxes: Rectangle[]; likeness: number } {
  const cells = new Map<number, Cell>()
  const at = (position: number): Cell => {
    const known = cells.get(position)
    if (known) return known
    const cell = readCell(grey, boxAt(row, position, tall), kind, network)
    cells.set(position, cell)
    return cell
  }
  const contrasts = Array.from({ length: row.positions }, (_, position) => at(position).contrast).sort(
    (a, b) => a - b,
  )
  const lit = UNLIT * (contrasts[contrasts.length >> 1] ?? 0)
  const score = (positions: readonly number[]): number[] => {
    let dark = kind === 'display'
    return positions.map((position) => {
      const cell = at(position)
      if (cell === NOTHING) return 0
      const { digit, blank, contrast } = cell
      if (kind === 'display' && contrast < lit) return dark ? DARK : 0
      if (dark && blank > digit) return DARK * blank
      dark = false
      return digit
    })
  }
  const positions = count === null ? reach(row, at) : likeliest(row, count, kind, score)
  const weights = score(positions)
  const beside = count === null ? [] : [(positions[0] ?? 0) - 1, (positions.at(-1) ?? 0) + 1]
  const whole = beside.some((position) => at(position).digit >= CONTINUES) ? CUT_OUT : 1
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  const min = Math.min(...weights)
  return {
    boxes: positions.map((position) => boxAt(row, position, tall)),
    likeness: ((2 * mean + min) / 3) * whole,
  }
}

function reach(row: Row, at: (position: number) => Cell): number[] {
  let from = 0
  let to = row.positions
  while (to - from < MAX && at(from - 1).digit >= CONTINUES) from--
  while (to - from < MAX && at(to).digit >= CONTINUES) to++
  return placesFrom(from, to - from)
}

function placesFrom(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}

/** A meter's digits are large; serial numbers and units are small. */
function prominence(boxes: readonly Rectangle[], { height }: Raster): number {
  const tall = (boxes[0]?.y2 ?? 0) - (boxes[0]?.y1 ?? 0)
  return Math.min(1, 0.4 + (0.6 * tall) / Math.max(SMALL * height, MIN_PIXELS))
}

function likeliest(
  row: Row,
  count: number,
  kind: DigitKind,
  score: (positions: readonly number[]) => number[],
): number[] {
  let found: number[] = []
  let highest = Number.NEGATIVE_INFINITY
  for (let from = Math.min(0, row.positions - count); from <= Math.max(0, row.positions - count); from++) {
    const positions = placesFrom(from, count)
    let sum = score(positions).reduce((total, weight) => total + weight, 0)
    // Numbers are right-aligned on a display.
    if (kind === 'display') sum -= TO_THE_LEFT * Math.abs(from + count - row.positions)
    if (sum > highest) {
      highest = sum
      found = positions
    }
  }
  return found
}
