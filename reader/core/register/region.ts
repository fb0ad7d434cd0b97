import { cosine, sine } from '../math.ts'
import { createScale } from '../scale.ts'
import { dialBox, parseArea, parseCounter, parseScale } from '../settings.ts'
import type { Point, ReaderSettings, Rectangle } from '../types.ts'
import type { Size } from './homography.ts'

/** The face of a dial with its print, which does not move. Ratios of the reference. */
export interface Face {
  axis: Point
  /** Half the width and half the height of the circle. */
  across: number
  down: number
  /** The sector with the scale, in degrees, `beside` to each side of its middle. Null if the scale takes half a turn or more. */
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
  /** Null if the meter is not a dial, or its axis is unknown. */
  face: Face | null
}

const WHOLE: Rectangle = { x1: 0, y1: 0, x2: 1, y2: 1 }
/** Radius of a dial's face in scale radii. */
const FACE = 1.12
/** Margins as fractions of the mean side. A face is recognised by its own print, digits by their surroundings. */
const VIEW_MARGIN = 0.2
const FACE_MARGIN = 0.15
const MARGIN = 0.4
/** Radius of a sector's face, whose numerals may be outside the scale, and degrees that belong to it beyond each end. */
const PART_FACE = 1.3
const BESIDE = 20
/** Fraction of the radius within which a sector's face extends all around the axis. */
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

/** Returns a function that says whether a point of the reference is on the face. */
function faceTest({ axis, across, down, part }: Face): (x: number, y: number) => boolean {
  const turn = ((part?.middle ?? 0) * Math.PI) / 180
  const [towardsX, towardsY] = [sine(turn), -cosine(turn)]
  const least = part === null ? -1 : cosine((part.beside * Math.PI) / 180)
  return (x, y) => {
    const u = (x - axis.x) / across
    const v = (y - axis.y) / down
    const square = u * u + v * v
    if (square > 1) return false
    return square < MIDDLE * MIDDLE || u * towardsX + v * towardsY >= Math.sqrt(square) * least
  }
}

/**
 * What a pixel of the reference shows: the surroundings, the meter, a moving part or the edge of one. An edge helps to align the
 * pictures, but is not compared.
 */
export const BEYOND = 0
export const NEAR = 1
export const MOVING = 2
export const EDGE = 3

/** Returns for each pixel of the reference, at that size, which of these it shows. */
export function zonesOf({ around, moving, face }: Region, { width, height }: Size): Uint8Array {
  const zones = new Uint8Array(width * height)
  const fill = ({ x1, y1, x2, y2 }: Rectangle, zone: number, grow: number) => {
    const left = Math.max(0, Math.round(x1 * width - grow))
    const right = Math.min(width, Math.ceil(x2 * width + grow - 0.5))
    const bottom = Math.min(height, Math.ceil(y2 * height + grow - 0.5))
    for (let y = Math.max(0, Math.round(y1 * height - grow)); y < bottom; y++) {
      zones.fill(zone, y * width + left, y * width + right)
    }
  }
  fill(around, NEAR, 0)
  for (const box of moving) fill(box, EDGE, 0.5)
  for (const box of moving) fill(box, MOVING, 0)
  if (face) {
    const isOnFace = faceTest(face)
    for (let at = 0; at < zones.length; at++) {
      const isBeside = !isOnFace(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height)
      if (isBeside) zones[at] = BEYOND
    }
  }
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
