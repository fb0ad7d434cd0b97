import { nothingKnown } from '../../reader/core/settings.ts'
import { type Picture, parseBoxes, type ReaderSettings, type ReadResult } from '../../reader/node/index.ts'
import { expose } from '../../scripts/faces/draw/camera.ts'
import { type Canvas, margin } from '../../scripts/faces/draw/canvas.ts'
import type { Conditions } from '../../scripts/faces/index.ts'
import { loadPicture, type Row, readTable } from './reader-images.ts'
import {
  conditionsOf,
  covered,
  HEADER,
  rowOf,
  runTrial,
  type Trial,
  truthOf,
  views,
} from './reader-registration-trial.ts'
import { apart, type Table } from './reader-score.ts'

function canvasOf({ width, height, data }: Picture): Canvas {
  const wide = width + 2 * margin
  const high = height + 2 * margin
  const pixels = new Uint8ClampedArray(3 * wide * high)
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const from =
        4 *
        (Math.min(height - 1, Math.max(0, y - margin)) * width + Math.min(width - 1, Math.max(0, x - margin)))
      pixels.set(data.subarray(from, from + 3), 3 * (y * wide + x))
    }
  }
  return { width: wide, height: high, pixels }
}

function rephotographed(picture: Picture, how: Conditions): Picture {
  const rgb = expose(canvasOf(picture), how)
  const data = new Uint8ClampedArray(4 * picture.width * picture.height).fill(255)
  for (let at = 0; at < picture.width * picture.height; at++)
    data.set(rgb.subarray(3 * at, 3 * at + 3), 4 * at)
  return { ...picture, data }
}

const nothing = nothingKnown(3)

interface RealCase {
  file: string
  settings: ReaderSettings
  /** Changes the photograph before the camera moves: other digits than the reference's where possible. */
  change: (picture: Picture) => Picture
  right: (result: ReadResult) => boolean
}

/** Counters with permuted digits, and small dials unchanged. */
async function realCases(folder: string): Promise<RealCase[]> {
  const whole = (row: Row) => row['file']?.startsWith('whole') === true
  const counters = (await readTable(folder, 'counters.csv')).filter(whole).map((row): RealCase => {
    const ocr = row['ocr'] ?? ''
    return {
      file: row['file'] ?? '',
      settings: { ...nothing, settings: row['rectangles'] ?? '' },
      change: (picture) => reordered(picture, row['rectangles'] ?? ''),
      // The last drum may be between two digits wherever it is put.
      right: (result) =>
        [...(result.ocr ?? '')].filter((figure, at) => figure === [...ocr].at(at - 1)).length >=
        ocr.length - 1,
    }
  })
  const dials = (await readTable(folder, 'gauges.csv')).filter(whole).map((row): RealCase => {
    const pins = (row['pins'] ?? '').split(';').map((pin) => pin.split(' ').map(Number))
    const axis = { x: Number(row['axis_x']), y: Number(row['axis_y']) }
    const [[x = 0] = []] = pins.toSorted(([a = 0], [b = 0]) => b - a)
    return {
      file: row['file'] ?? '',
      settings: { ...nothing, type: 0, settings: row['settings'] ?? '', axis, radius: x - axis.x },
      change: (picture) => picture,
      right: ({ degree }) => degree !== null && apart(degree, Number(row['degree']), 360) <= 10,
    }
  })
  return [...counters, ...dials]
}

/** Rotates a counter's digits by one place. */
function reordered(picture: Picture, rectangles: string): Picture {
  const parsed = parseBoxes(rectangles)
  if (!parsed.ok) throw new Error(parsed.reason)
  const data = picture.data.slice()
  parsed.value.forEach((box, at) => {
    const from = parsed.value.at(at - 1) ?? box
    for (let y = Math.ceil(box.y1 * picture.height); y < box.y2 * picture.height; y++) {
      for (let x = Math.ceil(box.x1 * picture.width); x < box.x2 * picture.width; x++) {
        const u = x + Math.round((from.x1 - box.x1) * picture.width)
        const v = y + Math.round((from.y1 - box.y1) * picture.height)
        const start = 4 * (v * picture.width + u)
        data.set(picture.data.subarray(start, start + 4), 4 * (y * picture.width + x))
      }
    }
  })
  return { ...picture, data }
}

/** Two real water meters, warped as seen from other camera positions. */
export async function real(folder: string, every: number): Promise<Table> {
  const cases = await realCases(folder)
  const table: string[][] = []
  for (const [number, view] of views.entries()) {
    if (view.name.startsWith('glare')) continue
    const tries: Trial[] = []
    for (const [order, { file, settings, change, right }] of cases.entries()) {
      if ((order + number) % every !== 0) continue
      const reference = await loadPicture(folder, file)
      const how = conditionsOf(view, 100 * number + order)
      const photo = rephotographed(change(reference), how)
      tries.push(
        runTrial(
          view.cover ? covered(photo, view.cover) : photo,
          reference,
          settings,
          truthOf(reference, how),
          (result) => (result.value === null ? 'none' : right(result) ? 'right' : 'wrong'),
        ),
      )
    }
    table.push(rowOf(view.name, tries))
  }
  return {
    title:
      'Two real water meters (a counter with its figures in another order and four dials each), bent by known amounts, %',
    header: HEADER,
    rows: table,
  }
}
