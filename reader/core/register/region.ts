import { cosine, sine } from '../math.ts'
import { createScale } from '../scale.ts'
import { dialBox, parseArea, parseCounter, parseScale } from '../settings.ts'
import type { Point, ReaderSettings, Rectangle } from '../types.ts'

/** A dial's face, whose print stands still while its needle turns about the axis. Ratios of the reference. */
export interface Face {
  axis: Point
  /** Half the width and height of the whole circle. */
  across: number
  down: number
  /** Of a scale of less than half a turn: from the middle of the scale to both sides, degrees; null: all around. */
  part: { middle: number; beside: number } | null
}

/** Parts of the reference picture, in its ratios. */
export interface Region {
  /** Whether the settings say where. */
  known: boolean
  /** What is read. */
  read: Rectangle
  /** With a margin: everything that reading uses. */
  view: Rectangle
  /** With enough around it to recognise it. */
  around: Rectangle
  /** Moving parts, apart from needles. */
  moving: Rectangle[]
  /** Of a dial: where its print is. */
  face: Face | null
}

const WHOLE: Rectangle = { x1: 0, y1: 0, x2: 1, y2: 1 }
/** Radius of a dial's face in scale radii. */
const FACE = 1.12
/** Margins as fractions of the mean side: a face is recognised by itself, digits by their surroundings. */
const VIEW_MARGIN = 0.2
const FACE_MARGIN = 0.15
const MARGIN = 0.4
/** The same where numerals may stand outside the scale, and degrees beside the scale that belong to it. */
const PART_FACE = 1.3
const BESIDE = 20
/** Around the axis, the face continues in every direction. */
const MIDDLE = 0.3

/** Width and height: the reference picture's pixels. */
export function regionOf(settings: ReaderSettings, width: number, height: number): Region {
  const { type, axis, radius } = settings
  const area = settings.area === null ? null : parseArea(settings.area)
  const dial = type === 0 || type === 1
  if (dial) {
    const reach = radius !== null && radius > 0.01 && radius < 1 ? radius * FACE : null
    if (!axis || reach === null || !(axis.x > -1 && axis.x < 2 && axis.y > -1 && axis.y < 2)) {
      return regionAround(area?.ok ? area.value : WHOLE, [], width, height)
    }
    const down = (reach * width) / height
    const face = { x1: axis.x - reach, y1: axis.y - down, x2: axis.x + reach, y2: axis.y + down }
    const region = regionAround(face, [], width, height, FACE_MARGIN)
    return { ...region, face: faceOf(axis, radius as number, settings, width / height) }
  }
  const places = settings.settings === null ? null : parseCounter(settings.settings)
  const { boxes: moving, dials } = places?.ok
    ? places.value
    : { boxes: area?.ok ? [area.value] : [], dials: [] }
  const read = [...moving, ...dials.map((dial) => dialBox(dial, { width, height }))]
  return regionAround(read.length > 0 ? union(read) : WHOLE, moving, width, height)
}

function regionAround(
  read: Rectangle,
  moving: Rectangle[],
  width: number,
  height: number,
  margin = MARGIN,
): Region {
  const within = clamped(read)
  const across = (within.x2 - within.x1) * width
  const down = (within.y2 - within.y1) * height
  const widened = (share: number) => {
    const wider = share * Math.sqrt(across * down)
    return clamped({
      x1: within.x1 - wider / width,
      y1: within.y1 - wider / height,
      x2: within.x2 + wider / width,
      y2: within.y2 + wider / height,
    })
  }
  return {
    known: read !== WHOLE,
    read: within,
    view: widened(VIEW_MARGIN),
    around: widened(margin),
    moving,
    face: null,
  }
}

function faceOf(axis: Point, radius: number, { settings }: ReaderSettings, aspect: number): Face {
  const parsed = settings === null ? null : parseScale(settings)
  const scale = parsed?.ok ? createScale(parsed.value) : null
  if (!scale || scale.sweep >= 180) {
    return { axis, across: FACE * radius, down: FACE * radius * aspect, part: null }
  }
  const middle = scale.start + (scale.direction * scale.sweep) / 2
  const part = { middle, beside: scale.sweep / 2 + BESIDE }
  return { axis, across: PART_FACE * radius, down: PART_FACE * radius * aspect, part }
}

/** Whether a point of the reference lies on the face. */
function isOnFace({ axis, across, down, part }: Face, { x, y }: Point): boolean {
  const u = (x - axis.x) / across
  const v = (y - axis.y) / down
  const square = u * u + v * v
  if (square > 1) return false
  if (part === null || square < MIDDLE * MIDDLE) return true
  const turn = (part.middle * Math.PI) / 180
  return u * sine(turn) - v * cosine(turn) >= Math.sqrt(square) * cosine((part.beside * Math.PI) / 180)
}

/** What a pixel of the reference shows. */
export const BEYOND = 0
export const NEAR = 1
export const MOVING = 2

/** For each pixel of a picture of that size whether it belongs to the meter's surroundings, to the meter or to a moving part. */
export function zonesOf(region: Region, { width, height }: { width: number; height: number }): Uint8Array {
  const zones = new Uint8Array(width * height)
  const fill = ({ x1, y1, x2, y2 }: Rectangle, zone: number) => {
    const [left, right] = [Math.max(0, Math.round(x1 * width)), Math.min(width, Math.round(x2 * width))]
    const [top, bottom] = [Math.max(0, Math.round(y1 * height)), Math.min(height, Math.round(y2 * height))]
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const point = { x: (x + 0.5) / width, y: (y + 0.5) / height }
        if (zone === NEAR && region.face && !isOnFace(region.face, point)) continue
        zones[y * width + x] = zone
      }
    }
  }
  fill(region.around, NEAR)
  for (const box of region.moving) fill(box, MOVING)
  return zones
}

function union(rectangles: readonly Rectangle[]): Rectangle {
  return {
    x1: Math.min(...rectangles.map(({ x1 }) => x1)),
    y1: Math.min(...rectangles.map(({ y1 }) => y1)),
    x2: Math.max(...rectangles.map(({ x2 }) => x2)),
    y2: Math.max(...rectangles.map(({ y2 }) => y2)),
  }
}

/** Clipped to the picture; the whole picture when outside it. */
function clamped({ x1, y1, x2, y2 }: Rectangle): Rectangle {
  const inside = { x1: Math.max(0, x1), y1: Math.max(0, y1), x2: Math.min(1, x2), y2: Math.min(1, y2) }
  return inside.x2 > inside.x1 && inside.y2 > inside.y1 ? inside : WHOLE
}
