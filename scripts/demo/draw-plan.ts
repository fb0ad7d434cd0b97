import sharp from 'sharp'
import { svgOf } from '../../faces/draw/canvas.ts'
import { lettering } from '../../faces/draw/lettering.ts'
import type { Plan } from './floor-plans.ts'

type Room = Plan['rooms'][number]

const [paper, ground, wall, thing, ink] = ['#ffffff', '#eef3ea', '#4a545c', '#aab4bb', '#4a545c']
const doorWidth = 44

const box = ({ x, y, width, height }: Omit<Room, 'name'>, look: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${look}/>`

/** A gap in the wall, and the leaf with its swing into the room. */
function doorOf({ x, y, width, height, door }: Room): string {
  if (door === undefined) return ''
  const { wall: side, at } = door
  const across = side === 'top' || side === 'bottom'
  const [fromX, fromY] = across
    ? [x + at, side === 'top' ? y : y + height]
    : [side === 'left' ? x : x + width, y + at]
  const [toX, toY] = across ? [fromX + doorWidth, fromY] : [fromX, fromY + doorWidth]
  const inward = side === 'top' || side === 'left' ? doorWidth : -doorWidth
  const [leafX, leafY] = across ? [fromX, fromY + inward] : [fromX + inward, fromY]
  const sweep = side === 'top' || side === 'right' ? 1 : 0
  return `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="${paper}" stroke-width="10"/>
    <path d="M${fromX} ${fromY}L${leafX} ${leafY}A${doorWidth} ${doorWidth} 0 0 ${1 - sweep} ${toX} ${toY}"
      fill="none" stroke="${thing}" stroke-width="2"/>`
}

const nameOf = ({ name, x, y }: Room) =>
  lettering(name, { x: x + 12, y: y + 20, size: 18, fill: ink, anchor: 'start' })

/** A floor plan as a picture; the same plan gives the same bytes. */
export async function drawPlan({ width, height, building, rooms, places }: Plan): Promise<Buffer> {
  const things = rooms.flatMap(({ tanks = [], cabinets = [] }) => [
    ...tanks.map(
      ({ x, y, radius }) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${thing}" stroke-width="2"/>`,
    ),
    ...cabinets.map((cabinet) => box(cabinet, `fill="none" stroke="${thing}" stroke-width="2"`)),
  ])
  const walls = `fill="none" stroke="${wall}" stroke-width="6"`
  const body = [
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    box(building, `fill="${paper}"`),
    ...rooms.map((room) => box(room, `fill="${paper}"`)),
    ...things,
    box(building, walls),
    ...rooms.map((room) => box(room, walls)),
    ...rooms.map(doorOf),
    ...rooms.map(nameOf),
    ...places.map(({ name, x, y }) => lettering(name, { x, y, size: 18, fill: ink })),
  ]
  return sharp(svgOf(width, height, body.join('')))
    .png({ palette: true, effort: 4 })
    .toBuffer()
}
