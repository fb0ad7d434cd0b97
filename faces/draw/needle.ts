import type { Pin, Point } from '../types.ts'
import type { Clip } from './canvas.ts'
import { type Canvas, type Sprite, shadowOf, sprite, stamp } from './canvas.ts'
import { circle, definitions, line } from './parts.ts'

interface NeedleShape {
  kind: 'lance' | 'sword' | 'bar' | 'thread'
  colour: string
  /** Pixels from the axis to the tip and to the end of the counterweight. */
  reach: number
  tail: number
  hub: number
  hubFill: string
}

export interface Needle {
  part: Sprite
  shadow: Sprite
  hub: Sprite
}

function outline(shape: NeedleShape, centre: Point): string {
  const { x, y } = centre
  const tip = y - shape.reach
  const end = y + shape.tail
  const fill = `fill="${shape.colour}"`
  if (shape.kind === 'thread')
    return `<path d="M${x - 2.6} ${end}L${x - 1.6} ${tip}L${x + 1.6} ${tip}L${x + 2.6} ${end}Z" ${fill}/>`
  if (shape.kind === 'bar')
    return `<path d="M${x - 5} ${end}L${x - 4.4} ${tip + 26}L${x} ${tip}L${x + 4.4} ${tip + 26}L${x + 5} ${end}Z" ${fill}/>`
  if (shape.kind === 'sword') {
    const waist = y - shape.reach * 0.62
    return `<path d="M${x - 4} ${end}L${x - 5} ${y}L${x - 8} ${waist}L${x} ${tip}L${x + 8} ${waist}L${x + 5} ${y}L${x + 4} ${end}Z" ${fill}/>${circle({ x, y: end - 8 }, 14, fill)}`
  }
  return `<path d="M${x - 6} ${y}L${x - 1.3} ${tip}L${x + 1.3} ${tip}L${x + 6} ${y}L${x + 9} ${end - 6}Q${x} ${end + 5} ${x - 9} ${end - 6}Z" ${fill}/>`
}

export async function needle(shape: NeedleShape): Promise<Needle> {
  const half = 34
  const width = half * 2
  const height = shape.reach + shape.tail + 40
  const centre = { x: half, y: shape.reach + 20 }
  const gleam = line({ x: half - 1, y: centre.y - 4 }, { x: half - 0.3, y: 34 }, 0.9, '#fff', 'opacity=".25"')
  const part = await sprite(`${outline(shape, centre)}${gleam}`, width, height, centre.x, centre.y)
  const middle = { x: shape.hub + 8, y: shape.hub + 8 }
  const size = middle.x * 2
  const cap =
    shape.hub === 0
      ? ''
      : circle({ x: middle.x + 2, y: middle.y + 4 }, shape.hub, 'fill="#000" opacity=".3"') +
        circle(
          middle,
          shape.hub,
          `fill="${shape.hubFill}" stroke="#000" stroke-opacity=".4" stroke-width="1"`,
        ) +
        circle(
          middle,
          shape.hub * 0.42,
          `fill="${shape.hubFill}" stroke="#000" stroke-opacity=".3" stroke-width="1"`,
        )
  const hub = await sprite(definitions + cap, size, size, middle.x, middle.y)
  return { part, shadow: await shadowOf(part, 3.2), hub }
}

export function layNeedle(canvas: Canvas, made: Needle, axis: Point, angle: number, clip?: Clip): void {
  const where = clip ? { angle, clip } : { angle }
  stamp(canvas, made.shadow, axis.x + 4, axis.y + 8, { ...where, opacity: 0.38 })
  stamp(canvas, made.part, axis.x, axis.y, where)
  stamp(canvas, made.hub, axis.x, axis.y, clip ? { clip } : {})
}

/** Degrees clockwise from twelve, by the pins; stops just beyond both ends. */
export function angleOf(pins: readonly Pin[], value: number): number {
  const [first, last] = [pins[0], pins.at(-1)]
  if (!first || !last) throw new Error('a scale needs pins')
  let [from, to] = [first, pins[1] ?? last]
  for (let i = 1; i < pins.length - 1; i++) {
    const next = pins[i + 1]
    const pin = pins[i]
    if (pin && next && value >= pin[1]) [from, to] = [pin, next]
  }
  const angle = from[0] + ((value - from[1]) / (to[1] - from[1])) * (to[0] - from[0])
  return Math.min(last[0] + 4, Math.max(first[0] - 4, angle))
}
