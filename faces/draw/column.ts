import type { ColumnStyle, Face, Point } from '../types.ts'
import { type Canvas, type Sprite, shadowOf, sprite, stamp } from './canvas.ts'
import { lettering } from './lettering.ts'
import { body, box, circle, definitions, inset, line, screws, tape, wear } from './parts.ts'
import { backdrop, type PreparedFace } from './prepared-face.ts'
import { numeral, steps } from './scale.ts'
import { boxShade } from './shade.ts'

function pointOf(face: Face, style: ColumnStyle, value: number): Point {
  const range = face.range ?? { start: 0, end: 1 }
  const part = Math.min(1, Math.max(0, (value - range.start) / (range.end - range.start)))
  return {
    x: style.start.x + (style.end.x - style.start.x) * part,
    y: style.start.y + (style.end.y - style.start.y) * part,
  }
}

/** Ticks and numerals to the right of a vertical tube, or above a horizontal slot. */
function ladder(face: Face, style: ColumnStyle, ink: string): string {
  const range = face.range ?? { start: 0, end: 1 }
  const lying = style.start.y === style.end.y
  const edge = style.bore / 2 + (lying ? 14 : 30)
  const parts: string[] = []
  for (const band of style.bands) {
    const a = pointOf(face, style, band.from)
    const b = pointOf(face, style, band.to)
    parts.push(
      lying
        ? box({ x: a.x, y: a.y - edge - 2, width: b.x - a.x, height: 8 }, `fill="${band.colour}"`)
        : box({ x: a.x + edge - 12, y: b.y, width: 9, height: a.y - b.y }, `fill="${band.colour}"`),
    )
  }
  steps(range.start, range.end, style.major / style.minor).forEach((value, index) => {
    const long = index % style.minor === 0
    const at = pointOf(face, style, value)
    const reach = long ? 30 : 17
    parts.push(
      lying
        ? line({ x: at.x, y: at.y - edge }, { x: at.x, y: at.y - edge - reach }, long ? 3.4 : 1.8, ink)
        : line({ x: at.x + edge, y: at.y }, { x: at.x + edge + reach, y: at.y }, long ? 3.4 : 1.8, ink),
    )
    if (!long || (lying && index % (style.minor * 2) !== 0)) return
    const place = lying ? { x: at.x, y: at.y - edge - 54 } : { x: at.x + edge + 68, y: at.y }
    parts.push(lettering(numeral(value, style.major), { ...place, size: 36, fill: ink }))
  })
  return parts.join('')
}

function tube(style: ColumnStyle, glass: string): string {
  const { start, end, bore } = style
  const frame = { x: start.x - bore / 2, y: end.y - 46, width: bore, height: start.y - end.y + 92 }
  const fitting = (y: number) =>
    box(
      { x: start.x - bore * 0.95, y, width: bore * 1.9, height: 62 },
      'fill="url(#pipe)" stroke="#33373a" stroke-width="1.5"',
      7,
    ) +
    line(
      { x: start.x - bore * 0.95, y: y + 31 },
      { x: start.x + bore * 0.95, y: y + 31 },
      2,
      '#2c3032',
      'opacity=".5"',
    )
  return (
    boxShade({ ...frame, x: frame.x + 9, y: frame.y + 12 }, 8, 14, 0.32) +
    box(frame, `fill="${glass}"`) +
    fitting(frame.y - 40) +
    fitting(frame.y + frame.height - 22)
  )
}

const shine = (x: number, bore: number, top: number, height: number) =>
  box({ x: x - bore * 0.34, y: top, width: bore * 0.11, height }, 'fill="#fff" opacity=".55"', 4) +
  box({ x: x + bore * 0.3, y: top, width: bore * 0.06, height }, 'fill="#fff" opacity=".28"', 3) +
  box(
    { x: x - bore / 2, y: top, width: bore, height },
    'fill="none" stroke="#20282c" stroke-opacity=".55" stroke-width="2.4"',
  )

const liquids = {
  water: { left: '#2e78a8', middle: '#6db4d8', right: '#255f88', rim: '#1d4e70' },
  oil: { left: '#7d1f12', middle: '#c9412a', right: '#6a170c', rim: '#4c0f07' },
}

async function liquidColumn(face: Face, style: ColumnStyle, kind: 'water' | 'oil'): Promise<PreparedFace> {
  const { start, end, bore } = style
  const plate = { x: start.x + bore / 2 + 14, y: end.y - 60, width: 210, height: start.y - end.y + 120 }
  const frame = { x: start.x - 110, y: end.y - 116, width: 460, height: start.y - end.y + 232 }
  const still =
    body(frame, kind === 'water' ? 'url(#steel)' : 'url(#grey)', 10) +
    screws(frame, 20, 10, style.seed) +
    box(plate, 'fill="url(#white)" stroke="#8f9498" stroke-width="1.5"', 4) +
    ladder(face, style, '#17181a') +
    lettering(face.unit, {
      x: plate.x + plate.width - 34,
      y: plate.y + 28,
      size: 32,
      weight: 700,
      fill: '#17181a',
    }) +
    tube(style, '#dfe6e6') +
    shine(start.x, bore, end.y - 26, start.y - end.y + 52) +
    lettering(style.brand, {
      x: plate.x + plate.width - 30,
      y: start.y - 150,
      size: 20,
      weight: 700,
      spacing: 3,
      fill: '#17181a',
      turn: 90,
    }) +
    wear(frame, 46, style.seed) +
    tape(style.label, { x: style.width / 2, y: 25 }, 26, style.seed)
  const base = await backdrop(style, still)
  const colour = liquids[kind]
  const deep = start.y + 44 - end.y
  const gradient = `<defs><linearGradient id="l"><stop offset="0" stop-color="${colour.left}"/><stop offset=".4" stop-color="${colour.middle}"/><stop offset="1" stop-color="${colour.right}"/></linearGradient></defs>`
  const filling = await sprite(
    `${gradient}${box({ x: 0, y: 0, width: bore, height: deep }, 'fill="url(#l)" opacity=".94"')}<g transform="translate(${bore / 2} 0)">${box({ x: -bore * 0.34, y: 0, width: bore * 0.11, height: deep }, 'fill="#fff" opacity=".38"')}${box({ x: bore * 0.3, y: 0, width: bore * 0.06, height: deep }, 'fill="#fff" opacity=".2"')}</g>`,
    bore,
    deep,
    bore / 2,
    0,
    1,
  )
  const surface = await sprite(
    `<ellipse cx="${bore / 2}" cy="8" rx="${bore / 2}" ry="3.2" fill="${colour.middle}"/><ellipse cx="${bore / 2}" cy="8" rx="${bore / 2 - 1}" ry="2.6" fill="none" stroke="${colour.rim}" stroke-width="1.8"/>`,
    bore,
    16,
    bore / 2,
    8,
  )
  const clip = { left: start.x - bore / 2, top: 0, right: start.x + bore / 2, bottom: start.y + 26 }
  return {
    base,
    glass: { kind: 'pane', box: { x: start.x - bore / 2, y: end.y, width: bore, height: start.y - end.y } },
    paint(canvas, value) {
      // The upper rim of the surface is at the value: that edge is visible.
      const y = pointOf(face, style, value).y + 2.5
      stamp(canvas, filling, start.x, y, { clip })
      stamp(canvas, surface, start.x, y, { clip })
    },
  }
}

function sliding(part: Sprite, shadow: Sprite, face: Face, style: ColumnStyle, fall: Point) {
  return (canvas: Canvas, value: number) => {
    const { x, y } = pointOf(face, style, value)
    stamp(canvas, shadow, x + fall.x, y + fall.y, { opacity: 0.4 })
    stamp(canvas, part, x, y)
  }
}

/** A ball in a tapered tube; its middle is read. */
async function floatColumn(face: Face, style: ColumnStyle): Promise<PreparedFace> {
  const { start, end, bore } = style
  const frame = { x: start.x - 140, y: end.y - 120, width: 326, height: start.y - end.y + 240 }
  const still =
    box({ x: start.x - 34, y: -80, width: 68, height: 220 }, 'fill="url(#pipe)"') +
    box({ x: start.x - 34, y: 820, width: 68, height: 240 }, 'fill="url(#pipe)"') +
    body(frame, '#d9e3e6', 16) +
    box(inset(frame, 14), 'fill="#eef4f5" stroke="#b7c4c9" stroke-width="2"', 10) +
    tube(style, '#e6efef') +
    ladder(face, style, '#16324e') +
    lettering(face.unit, { x: start.x - 86, y: end.y + 6, size: 25, weight: 700, fill: '#16324e' }) +
    lettering('N2', { x: start.x - 86, y: end.y + 50, size: 28, weight: 700, fill: '#16324e' }) +
    lettering(style.brand, {
      x: start.x - 86,
      y: start.y - 120,
      size: 22,
      weight: 700,
      spacing: 4,
      fill: '#16324e',
      turn: -90,
    }) +
    shine(start.x, bore, end.y - 26, start.y - end.y + 52) +
    wear(frame, 40, style.seed) +
    screws(frame, 18, 9, style.seed) +
    tape(style.label, { x: 150, y: 46 }, 26, style.seed)
  const base = await backdrop(style, still)
  const r = bore * 0.43
  const ball = `<defs><radialGradient id="b" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#8d9498"/><stop offset=".35" stop-color="#2b2f32"/><stop offset="1" stop-color="#070808"/></radialGradient></defs>`
  const middle = { x: r + 6, y: r + 6 }
  const part = await sprite(
    ball + circle(middle, r, 'fill="url(#b)"'),
    middle.x * 2,
    middle.y * 2,
    middle.x,
    middle.y,
  )
  const shadow = await shadowOf(part, 3)
  return {
    base,
    glass: { kind: 'pane', box: inset(frame, 14) },
    paint: sliding(part, shadow, face, style, { x: 4, y: 4 }),
  }
}

/** A red pointer on a slot. */
async function edgewise(face: Face, style: ColumnStyle): Promise<PreparedFace> {
  const { start, end, bore } = style
  const frame = { x: start.x - 96, y: start.y - 232, width: end.x - start.x + 192, height: 390 }
  const plate = { x: start.x - 52, y: start.y - 176, width: end.x - start.x + 104, height: 268 }
  const slot = { x: start.x - 14, y: start.y - bore / 2, width: end.x - start.x + 28, height: bore }
  const still =
    body(frame, 'url(#black)', 16) +
    screws(frame, 20, 9, style.seed) +
    box(inset(plate, -8), 'fill="url(#blackBack)"', 8) +
    box(plate, 'fill="url(#white)"', 4) +
    ladder(face, style, '#17181a') +
    box(slot, 'fill="#e4e1d6" stroke="#3b3f42" stroke-width="2"', 3) +
    line({ x: slot.x, y: slot.y + 4 }, { x: slot.x + slot.width, y: slot.y + 4 }, 7, '#000', 'opacity=".2"') +
    lettering(face.unit, {
      x: plate.x + plate.width - 44,
      y: plate.y + plate.height - 26,
      size: 34,
      weight: 700,
      fill: '#17181a',
    }) +
    lettering(style.brand, {
      x: plate.x + plate.width - 26,
      y: plate.y + 30,
      size: 19,
      weight: 700,
      anchor: 'end',
      spacing: 3,
      fill: '#17181a',
    }) +
    lettering('DAMPER POSITION', {
      x: start.x + (end.x - start.x) / 2,
      y: frame.y + frame.height - 32,
      size: 22,
      spacing: 5,
      fill: '#d7dadc',
    }) +
    wear(plate, 22, style.seed) +
    tape(style.label, { x: 480, y: 88 }, 28, style.seed)
  const base = await backdrop(style, still)
  const half = 18
  const shape = `<path d="M${half - 4} ${bore - 4}L${half - 4} 26L${half} 2L${half + 4} 26L${half + 4} ${bore - 4}Z" fill="#c9261e"/>${line({ x: half - 2, y: 28 }, { x: half - 2, y: bore - 6 }, 1.4, '#fff', 'opacity=".35"')}`
  const part = await sprite(definitions + shape, half * 2, bore, half, bore / 2)
  const shadow = await shadowOf(part, 2.4)
  return {
    base,
    glass: { kind: 'pane', box: plate },
    paint: sliding(part, shadow, face, style, { x: 5, y: 4 }),
  }
}

export function column(face: Face, style: ColumnStyle): Promise<PreparedFace> {
  if (style.look === 'float') return floatColumn(face, style)
  if (style.look === 'edgewise') return edgewise(face, style)
  return liquidColumn(face, style, style.look)
}
