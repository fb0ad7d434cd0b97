import {
  dialBox,
  type Point,
  type Proposal,
  parseArea,
  parseCounter,
  printArea,
  printBoxes,
  type Rectangle,
} from '../../../reader/web/index.ts'
import { clamp, clampToPicture, type Size } from '../../ui/stage/stageGeometry.ts'
import { rectangleBetween } from './markGeometry.ts'
import type { Assist } from './scalePins.ts'

export interface Box {
  id: string
  rectangle: Rectangle
}

/** Boxes in editing: one per digit, or the read position. */
export interface BoxDraft {
  boxes: readonly Box[]
  /** Ids proposed by the reader and untouched. */
  proposed: readonly string[]
}

export const noBoxes: BoxDraft = { boxes: [], proposed: [] }

/** Ratio; settings are stored in thousandths. */
const minSide = 0.005
/** More than any meter's digits. */
export const maxBoxes = 16

const withIds = (rectangles: readonly Rectangle[]): Box[] =>
  rectangles.map((rectangle, index) => ({ id: `box-${index + 1}`, rectangle }))

/** Without a counter's dials. Null when the stored string is of another kind. */
export function boxDraftOf(settings: string | null): BoxDraft | null {
  const parsed = settings === null ? null : parseCounter(settings)
  return parsed?.ok ? { boxes: withIds(parsed.value.boxes), proposed: [] } : null
}

export function areaDraftOf(area: string | null): BoxDraft | null {
  const parsed = area === null ? null : parseArea(area)
  return parsed?.ok ? { boxes: withIds([parsed.value]), proposed: [] } : null
}

export function proposedBoxes({ boxes }: Pick<Proposal, 'boxes'>): BoxDraft | null {
  const placed = withIds(boxes.map(clampBox))
  return placed.length === 0 ? null : { boxes: placed, proposed: placed.map(({ id }) => id) }
}

/** Outer edge of a dial relative to its radius. */
const dialEdgeFactor = 1.15

/** The area in which the reader finds scale, digits or dial; `size` in picture pixels. */
export function proposedArea(
  { area, axis, radius }: Pick<Proposal, 'area' | 'axis' | 'radius'>,
  { width, height }: Size,
): BoxDraft | null {
  const reach = dialEdgeFactor * (radius ?? 0)
  const down = (reach * width) / height
  const dial = axis && { x1: axis.x - reach, y1: axis.y - down, x2: axis.x + reach, y2: axis.y + down }
  const found = area ?? dial
  if (found === null) return null
  const { x1, y1, x2, y2 } = found
  const seen = rectangleBetween(clampToPicture({ x: x1, y: y1 }), clampToPicture({ x: x2, y: y2 }))
  const boxes = withIds([clampBox(seen)])
  return { boxes, proposed: boxes.map(({ id }) => id) }
}

/** Around the digits, relative to their height. */
const margin = 0.25

/** The read position derived from the AI assist setting; null without digits or dial. */
export function areaFromAssist({ settings, pins }: Assist, { width, height }: Size): BoxDraft | null {
  const parsed = settings === null ? null : parseCounter(settings)
  const dials = parsed?.ok ? parsed.value.dials.map((dial) => dialBox(dial, { width, height })) : []
  const row = parsed?.ok ? [...parsed.value.boxes, ...dials] : null
  if (!row) return pins && proposedArea({ area: null, ...pins }, { width, height })
  const top = Math.min(...row.map(({ y1 }) => y1))
  const bottom = Math.max(...row.map(({ y2 }) => y2))
  const up = margin * (bottom - top)
  const aside = (up * height) / width
  const area = {
    x1: Math.min(...row.map(({ x1 }) => x1)) - aside,
    y1: top - up,
    x2: Math.max(...row.map(({ x2 }) => x2)) + aside,
    y2: bottom + up,
  }
  return proposedArea({ area, axis: null, radius: null }, { width, height })
}

/** Null without boxes. */
export const serializeBoxes = ({ boxes }: BoxDraft): string | null =>
  boxes.length === 0 ? null : printBoxes(boxes.map(({ rectangle }) => rectangle))

export const serializeArea = ({ boxes: [box] }: BoxDraft): string | null =>
  box ? printArea(box.rectangle) : null

/** In the order of their numbers. */
export const leftToRight = ({ boxes }: BoxDraft): readonly Box[] =>
  boxes.toSorted((a, b) => a.rectangle.x1 - b.rectangle.x1)

/** Moved into the picture and enlarged to the least size. */
export function clampBox({ x1, y1, x2, y2 }: Rectangle): Rectangle {
  const width = clamp(x2 - x1, minSide, 1)
  const height = clamp(y2 - y1, minSide, 1)
  const left = clamp(x1, 0, 1 - width)
  const top = clamp(y1, 0, 1 - height)
  return { x1: left, y1: top, x2: left + width, y2: top + height }
}

const nextId = ({ boxes }: BoxDraft) =>
  `box-${Math.max(0, ...boxes.map(({ id }) => Number(id.split('-')[1] ?? 0))) + 1}`

/** Adds a rectangle; with `max` 1 it replaces the previous. */
export function addBox(draft: BoxDraft, rectangle: Rectangle, max: number): { draft: BoxDraft; id: string } {
  const id = nextId(draft)
  const box = { id, rectangle: clampBox(rectangle) }
  if (max === 1) return { draft: { boxes: [box], proposed: [] }, id }
  return { draft: { ...draft, boxes: [...draft.boxes, box] }, id }
}

export const changeBox = (draft: BoxDraft, id: string, rectangle: Rectangle): BoxDraft => ({
  boxes: draft.boxes.map((box) => (box.id === id ? { id, rectangle: clampBox(rectangle) } : box)),
  proposed: draft.proposed.filter((each) => each !== id),
})

export const removeBox = ({ boxes, proposed }: BoxDraft, id: string): BoxDraft => ({
  boxes: boxes.filter((box) => box.id !== id),
  proposed: proposed.filter((each) => each !== id),
})

export const shifted = ({ x1, y1, x2, y2 }: Rectangle, { x, y }: Point): Rectangle => {
  const dx = clamp(x, -x1, 1 - x2)
  const dy = clamp(y, -y1, 1 - y2)
  return { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy }
}

/** Edges that a handle moves: -1 left or upper, 1 right or lower, 0 none. */
export interface ResizeHandle {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

/** An edge stops before the opposite one. */
export function resized({ x1, y1, x2, y2 }: Rectangle, handle: ResizeHandle, { x, y }: Point): Rectangle {
  return {
    x1: handle.x === -1 ? clamp(x1 + x, 0, x2 - minSide) : x1,
    y1: handle.y === -1 ? clamp(y1 + y, 0, y2 - minSide) : y1,
    x2: handle.x === 1 ? clamp(x2 + x, x1 + minSide, 1) : x2,
    y2: handle.y === 1 ? clamp(y2 + y, y1 + minSide, 1) : y2,
  }
}

/** A digit's box relative to its share of the row. */
const digitShare = 0.86

/**
 * Replaces the boxes by `count` of equal size: spread evenly from first to last, or side by side within a single one.
 */
export function distribute(draft: BoxDraft, count: number): BoxDraft {
  const ordered = leftToRight(draft)
  const first = ordered[0]?.rectangle
  const last = ordered.at(-1)?.rectangle
  if (!first || !last || count < 1) return draft
  if (ordered.length === 1) return { boxes: withIds(split(first, count)), proposed: [] }
  const width = (first.x2 - first.x1 + last.x2 - last.x1) / 2
  const height = (first.y2 - first.y1 + last.y2 - last.y1) / 2
  const boxes = Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0 : index / (count - 1)
    const at = (from: number, to: number) => from + (to - from) * share
    const x = at(first.x1 + first.x2, last.x1 + last.x2) / 2
    const y = at(first.y1 + first.y2, last.y1 + last.y2) / 2
    return clampBox({ x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 })
  })
  return { boxes: withIds(boxes), proposed: [] }
}

function split({ x1, y1, x2, y2 }: Rectangle, count: number): Rectangle[] {
  const pitch = (x2 - x1) / count
  const spare = count === 1 ? 0 : (pitch * (1 - digitShare)) / 2
  return Array.from({ length: count }, (_, index) =>
    clampBox({ x1: x1 + index * pitch + spare, y1, x2: x1 + (index + 1) * pitch - spare, y2 }),
  )
}
