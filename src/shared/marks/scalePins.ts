import type { Pins } from '../../../contract/meters.ts'
import {
  createScale,
  type Point,
  type Proposal,
  parseScale,
  printScale,
  type Rectangle,
  type Scale,
  type ScalePin,
} from '../../../reader/web/index.ts'
import { clampToPicture, type Size } from '../../ui/stage/stageGeometry.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import { distanceOf, middleOf, pointAt, roundedAngle } from './markGeometry.ts'

type PinKind = 'start' | 'middle' | 'end'
export type Tool = 'axis' | PinKind

export interface Pin {
  id: string
  kind: PinKind
  point: Point | null
  /** Value as typed. */
  text: string
}

/** A scale in editing: start pin first, end pin last. */
export interface PinDraft {
  axis: Point | null
  pins: readonly Pin[]
  /** Proposed by the reader and untouched: ids of pins, or `'axis'`. */
  proposed: readonly string[]
}

/** Stored: the settings string, and the axis's position. */
export interface Assist {
  settings: string | null
  pins: Pins | null
}

export interface Range {
  start: number | null
  end: number | null
}

export const kindNames: Record<Tool, string> = { axis: '軸', start: '始点', middle: '中間', end: '終点' }

/** Without grouping or exponent. */
const textOf = (value: number | null) =>
  value === null ? '' : value.toLocaleString('ja-JP', { useGrouping: false, maximumFractionDigits: 20 })

export const noPins = ({ start, end }: Range): PinDraft => ({
  axis: null,
  pins: [
    { id: 'start', kind: 'start', point: null, text: textOf(start) },
    { id: 'end', kind: 'end', point: null, text: textOf(end) },
  ],
  proposed: [],
})

/** Radius shown when only angles are known, relative to the shorter side. */
const defaultRadius = 0.35

/** Null when the stored string is of another kind. Without `pins` the positions are a proposal. */
export function pinDraftOf({ settings, pins }: Assist, area: Rectangle | null, size: Size): PinDraft | null {
  const scale = settings === null ? null : parseScale(settings)
  if (!scale?.ok) return null
  const box = area ?? { x1: 0, y1: 0, x2: 1, y2: 1 }
  const shorter = Math.min((box.x2 - box.x1) * size.width, (box.y2 - box.y1) * size.height)
  const axis = pins?.axis ?? middleOf(box)
  const radius = pins?.radius ?? (defaultRadius * shorter) / size.width
  const last = scale.value.length - 1
  const placed = scale.value.map(({ angle, value }, index): Pin => {
    const kind = index === 0 ? 'start' : index === last ? 'end' : 'middle'
    const id = kind === 'middle' ? `middle-${index}` : kind
    return { id, kind, point: pointAt(axis, angle, radius, size), text: textOf(value) }
  })
  return { axis, pins: placed, proposed: pins === null ? ['axis', ...placed.map(({ id }) => id)] : [] }
}

export function proposedPins(before: PinDraft, { axis, pins }: Proposal): PinDraft | null {
  const first = pins[0]?.point
  const last = pins.at(-1)?.point
  if (axis === null || first === undefined || last === undefined) return null
  const points: Record<string, Point> = { start: clampToPicture(first), end: clampToPicture(last) }
  return {
    axis: clampToPicture(axis),
    pins: before.pins
      .filter(({ kind }) => kind !== 'middle')
      .map((pin) => ({ ...pin, point: points[pin.id] ?? pin.point })),
    proposed: ['axis', 'start', 'end'],
  }
}

const withoutProposed = (draft: PinDraft, id: string) => draft.proposed.filter((each) => each !== id)

export function movePin(draft: PinDraft, id: string, to: Point): PinDraft {
  const point = clampToPicture(to)
  const proposed = withoutProposed(draft, id)
  if (id === 'axis') return { ...draft, axis: point, proposed }
  return { ...draft, proposed, pins: draft.pins.map((pin) => (pin.id === id ? { ...pin, point } : pin)) }
}

/** Adds a middle pin; moves the others. */
export function placePin(draft: PinDraft, tool: Tool, at: Point): { draft: PinDraft; id: string } {
  if (tool !== 'middle') return { draft: movePin(draft, tool, at), id: tool }
  const numbers = draft.pins.map(({ id }) => Number(id.split('-')[1] ?? 0))
  const id = `middle-${Math.max(...numbers) + 1}`
  const pin: Pin = { id, kind: 'middle', point: clampToPicture(at), text: '' }
  return { draft: { ...draft, pins: draft.pins.toSpliced(-1, 0, pin) }, id }
}

/** Whether a press on a pin places the next one instead: a scale's ends may be adjacent. */
export const placesNextPin = (tool: Tool | null, { kind }: Pin): boolean =>
  (tool === 'start' || tool === 'end') && tool !== kind

export const removePin = (draft: PinDraft, id: string): PinDraft => ({
  ...draft,
  pins: draft.pins.filter((pin) => pin.id !== id || pin.kind !== 'middle'),
})

export const typePinValue = (draft: PinDraft, id: string, text: string): PinDraft => ({
  ...draft,
  pins: draft.pins.map((pin) => (pin.id === id ? { ...pin, text } : pin)),
})

/** The first missing required pin; null when complete. */
export function nextTool({ axis, pins }: PinDraft): Tool | null {
  if (axis === null) return 'axis'
  return pins.find(({ kind, point }) => kind !== 'middle' && point === null)?.kind ?? null
}

/** Positioned pins with their angles as stored. */
export function placedPins(draft: PinDraft, size: Size): { pin: Pin; point: Point; angle: number }[] {
  const { axis } = draft
  if (axis === null) return []
  return draft.pins.flatMap((pin) =>
    pin.point === null ? [] : [{ pin, point: pin.point, angle: roundedAngle(axis, pin.point, size) }],
  )
}

/** The pins along their arc; null while one is missing or they contradict. */
export function scaleOf(draft: PinDraft, size: Size): Scale | null {
  const placed = placedPins(draft, size)
  if (placed.length !== draft.pins.length) return null
  return createScale(
    placed.map(({ pin, angle }): ScalePin => ({ angle, value: parseNumberValue(pin.text) ?? Number.NaN })),
  )
}

/** In the stored order: along the arc where known. */
export function sortedPins(draft: PinDraft, size: Size): readonly Pin[] {
  const scale = scaleOf(draft, size)
  if (scale === null) return draft.pins
  const turns = new Map(
    placedPins(draft, size).map(({ pin, angle }) => [
      pin.id,
      (((scale.direction * (angle - scale.start)) % 360) + 360) % 360,
    ]),
  )
  const turn = ({ id, kind }: Pin) => (kind === 'start' ? -1 : kind === 'end' ? 360 : (turns.get(id) ?? 0))
  return draft.pins.toSorted((a, b) => turn(a) - turn(b))
}

/** Mean radius of start and end pin; ratio of the picture's width. */
function radiusOf({ axis, pins }: PinDraft, size: Size): number {
  const ends = pins.flatMap(({ kind, point }) =>
    axis && point && kind !== 'middle' ? [distanceOf(axis, point, size)] : [],
  )
  return ends.reduce((sum, reach) => sum + reach, 0) / ends.length
}

const rounded = (value: number) => Math.round(value * 100_000) / 100_000

/** Null when the draft has problems. */
export function serializePins(draft: PinDraft, size: Size): { settings: string; pins: Pins } | null {
  if (draft.axis === null || Object.keys(pinErrors(draft, size)).length > 0) return null
  const angles = new Map(placedPins(draft, size).map(({ pin, angle }) => [pin.id, angle]))
  const scale = sortedPins(draft, size).map(({ id, text }) => ({
    angle: angles.get(id) ?? 0,
    value: parseNumberValue(text) ?? 0,
  }))
  const { x, y } = draft.axis
  return {
    settings: printScale(scale),
    pins: { axis: { x: rounded(x), y: rounded(y) }, radius: rounded(radiusOf(draft, size)) },
  }
}

/** Ratio of the shorter side; nearer to the axis a direction is unreliable. */
const minDistance = 0.02

const isTooNear = (axis: Point, point: Point, size: Size) =>
  distanceOf(axis, point, size) * size.width < minDistance * Math.min(size.width, size.height)

/** Errors by pin id, `'axis'`, or `'scale'` for the whole. */
export function pinErrors(draft: PinDraft, size: Size): Record<string, string> {
  const { axis, pins } = draft
  const problems: Record<string, string> = {}
  if (axis === null) problems['axis'] = '位置が未設定です'
  for (const { id, point, text } of pins) {
    const value = parseNumberValue(text)
    if (point === null) problems[id] = '位置が未設定です'
    else if (axis && isTooNear(axis, point, size)) problems[id] = '軸から離して置いてください'
    else if (value === null) problems[id] = '入力してください'
    else if (value === undefined) problems[id] = '数値を入力してください'
  }
  if (Object.keys(problems).length > 0) return problems
  const values = new Set(pins.map(({ text }) => parseNumberValue(text)))
  const [start, end] = [pins[0], pins.at(-1)].map((pin) => parseNumberValue(pin?.text ?? ''))
  if (values.size === 1 || (start === end && pins.length === 2))
    problems['scale'] = '始点と終点の値が同じです'
  else if (scaleOf(draft, size) === null) problems['scale'] = scaleProblem(draft, size)
  return problems
}

function scaleProblem(draft: PinDraft, size: Size): string {
  const angles = placedPins(draft, size).map(({ angle }) => angle)
  return new Set(angles).size < angles.length
    ? '同じ角度に複数のピンがあります。離して置いてください'
    : '中間のピンが終点の先にもあります。始点から終点までの間に置いてください'
}
