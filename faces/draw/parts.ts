import { between, randomFrom } from '../random.ts'
import type { Box, Point } from '../types.ts'
import { lettering } from './lettering.ts'
import { boxShade } from './shade.ts'

/** Shared gradients. */
export const definitions = `<defs>
<linearGradient id="steel" x1="0.1" y1="0" x2="0.9" y2="1"><stop offset="0" stop-color="#f4f5f6"/><stop offset=".18" stop-color="#aeb3b8"/><stop offset=".34" stop-color="#e9ebed"/><stop offset=".55" stop-color="#7d8389"/><stop offset=".74" stop-color="#c6cacd"/><stop offset="1" stop-color="#565b60"/></linearGradient>
<linearGradient id="steelBack" x1="0.9" y1="1" x2="0.1" y2="0"><stop offset="0" stop-color="#dfe2e4"/><stop offset=".5" stop-color="#8b9196"/><stop offset="1" stop-color="#4b5055"/></linearGradient>
<linearGradient id="brass" x1="0.1" y1="0" x2="0.9" y2="1"><stop offset="0" stop-color="#f3e2b0"/><stop offset=".25" stop-color="#b58f3e"/><stop offset=".42" stop-color="#e8cd86"/><stop offset=".68" stop-color="#8a682a"/><stop offset=".85" stop-color="#c9a558"/><stop offset="1" stop-color="#5e451a"/></linearGradient>
<linearGradient id="brassBack" x1="0.9" y1="1" x2="0.1" y2="0"><stop offset="0" stop-color="#e2c888"/><stop offset=".5" stop-color="#96742f"/><stop offset="1" stop-color="#4d3814"/></linearGradient>
<linearGradient id="black" x1="0.1" y1="0" x2="0.9" y2="1"><stop offset="0" stop-color="#5c6064"/><stop offset=".3" stop-color="#2b2d30"/><stop offset=".6" stop-color="#1a1b1d"/><stop offset="1" stop-color="#0c0d0e"/></linearGradient>
<linearGradient id="blackBack" x1="0.9" y1="1" x2="0.1" y2="0"><stop offset="0" stop-color="#4a4d51"/><stop offset="1" stop-color="#060606"/></linearGradient>
<linearGradient id="grey" x1="0.1" y1="0" x2="0.9" y2="1"><stop offset="0" stop-color="#c9ccce"/><stop offset=".4" stop-color="#a5a9ac"/><stop offset="1" stop-color="#7b7f83"/></linearGradient>
<linearGradient id="ivory" x1="0.1" y1="0" x2="0.9" y2="1"><stop offset="0" stop-color="#f1efe8"/><stop offset=".5" stop-color="#dedbd1"/><stop offset="1" stop-color="#bcb8ac"/></linearGradient>
<linearGradient id="pipe" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#4d5256"/><stop offset=".22" stop-color="#a6abae"/><stop offset=".36" stop-color="#d9dcde"/><stop offset=".6" stop-color="#8d9296"/><stop offset="1" stop-color="#3c4043"/></linearGradient>
<linearGradient id="pipeLying" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5a6064"/><stop offset=".25" stop-color="#b9bdc0"/><stop offset=".36" stop-color="#dfe2e3"/><stop offset=".62" stop-color="#8a8f93"/><stop offset="1" stop-color="#3e4245"/></linearGradient>
<radialGradient id="white" cx=".45" cy=".4" r=".7"><stop offset="0" stop-color="#fbfbf8"/><stop offset=".7" stop-color="#f1f0ea"/><stop offset="1" stop-color="#d9d7ce"/></radialGradient>
<radialGradient id="cream" cx=".45" cy=".4" r=".7"><stop offset="0" stop-color="#f8f3df"/><stop offset=".7" stop-color="#eee6c9"/><stop offset="1" stop-color="#d3c9a6"/></radialGradient>
<radialGradient id="dark" cx=".45" cy=".4" r=".7"><stop offset="0" stop-color="#2f3235"/><stop offset=".7" stop-color="#212326"/><stop offset="1" stop-color="#141517"/></radialGradient>
<radialGradient id="knob" cx=".38" cy=".32" r=".75"><stop offset="0" stop-color="#f2f3f4"/><stop offset=".5" stop-color="#9ba0a4"/><stop offset="1" stop-color="#4a4e52"/></radialGradient>
<radialGradient id="knobDark" cx=".38" cy=".32" r=".75"><stop offset="0" stop-color="#6e7276"/><stop offset=".5" stop-color="#2c2e31"/><stop offset="1" stop-color="#0d0e0f"/></radialGradient>
</defs>`

export function box({ x, y, width, height }: Box, look: string, corner = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}" ${look}/>`
}

export function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by }
}

export function circle({ x, y }: Point, r: number, look: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" ${look}/>`
}

export function line(from: Point, to: Point, width: number, colour: string, more = ''): string {
  return `<line x1="${from.x.toFixed(2)}" y1="${from.y.toFixed(2)}" x2="${to.x.toFixed(2)}" y2="${to.y.toFixed(2)}" stroke="${colour}" stroke-width="${width}" ${more}/>`
}

/** At `distance` from the centre, degrees clockwise from twelve. */
export function polar(centre: Point, angle: number, distance: number): Point {
  const turn = (angle * Math.PI) / 180
  return { x: centre.x + Math.sin(turn) * distance, y: centre.y - Math.cos(turn) * distance }
}

export function arc(
  centre: Point,
  radius: number,
  from: number,
  to: number,
  width: number,
  colour: string,
): string {
  const a = polar(centre, from, radius)
  const b = polar(centre, to, radius)
  return `<path d="M${a.x.toFixed(2)} ${a.y.toFixed(2)}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${b.x.toFixed(2)} ${b.y.toFixed(2)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
}

export function screw(place: Point, r: number, turn: number): string {
  const a = polar(place, turn, r * 0.72)
  const b = polar(place, turn + 180, r * 0.72)
  return (
    circle({ x: place.x + 1.5, y: place.y + 2.5 }, r + 1, 'fill="#000" opacity=".35"') +
    circle(place, r, 'fill="url(#knob)" stroke="#3d4144" stroke-width="1"') +
    line(a, b, r * 0.28, '#3b3f42')
  )
}

export function screws(frame: Box, by: number, r: number, seed: number): string {
  const random = randomFrom(seed)
  const { x, y, width, height } = inset(frame, by)
  return [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ]
    .map(([sx = 0, sy = 0]) => screw({ x: sx, y: sy }, r, random() * 180))
    .join('')
}

/** The case of a box-shaped meter and its shadow on the wall. */
export function body(frame: Box, fill: string, corner: number): string {
  const fallen = { ...frame, x: frame.x + 12, y: frame.y + 18 }
  return (
    boxShade(fallen, corner, 30, 0.5) +
    box(frame, `fill="${fill}" stroke="#000" stroke-opacity=".45" stroke-width="1.5"`, corner) +
    box(inset(frame, 3), 'fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2"', corner - 2)
  )
}

/** A label tape near the meter, slightly askew. */
export function tape(text: string, place: Point, size: number, seed: number): string {
  const random = randomFrom(seed * 7 + 3)
  const width = [...text].reduce((sum, c) => sum + (c.charCodeAt(0) > 255 ? 1 : 0.62), 0.9) * size
  const height = size * 1.55
  const frame = { x: place.x - width / 2, y: place.y - height / 2, width, height }
  const turn = between(random, -0.9, 0.9)
  return (
    `<g transform="rotate(${turn.toFixed(2)} ${place.x} ${place.y})">` +
    boxShade({ ...frame, x: frame.x + 2, y: frame.y + 3 }, 3, 4, 0.3) +
    box(frame, 'fill="#f4f3ee" stroke="#b9b7ae" stroke-width="1"', 3) +
    lettering(text, { ...place, size, fill: '#1d1d1f' }) +
    '</g>'
  )
}

/** Dust and fine scratches. */
export function wear(area: Box, amount: number, seed: number): string {
  const random = randomFrom(seed * 13 + 5)
  const parts: string[] = []
  for (let i = 0; i < amount; i++) {
    const x = between(random, area.x, area.x + area.width)
    const y = between(random, area.y, area.y + area.height)
    const light = random() < 0.5 ? '#fff' : '#2a241c'
    const faint = between(random, 0.06, 0.24).toFixed(2)
    if (random() < 0.8)
      parts.push(circle({ x, y }, between(random, 0.6, 1.9), `fill="${light}" opacity="${faint}"`))
    else {
      const end = polar({ x, y }, between(random, 0, 360), between(random, 12, 60))
      parts.push(line({ x, y }, end, between(random, 0.5, 1.1), light, `opacity="${faint}"`))
    }
  }
  return parts.join('')
}
