import { randomFrom } from '../random.ts'
import type { Box, CounterStyle, Face } from '../types.ts'
import { drums } from './drums.ts'
import { lettering } from './lettering.ts'
import { body, box, circle, inset, line, polar, screw, screws, tape, wear } from './parts.ts'
import { pointer } from './pointer.ts'
import { backdrop, type Glass, type PreparedFace } from './prepared-face.ts'
import { roundCase } from './round.ts'
import { boxShade } from './shade.ts'
import { layDials, smallDial } from './small-dial.ts'

const waterCentre = { x: 480, y: 352 }
const waterDial = { x: waterCentre.x + 98, y: waterCentre.y + 96 }

function around(boxes: readonly Box[], by: number): Box {
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first || !last) throw new Error('a counter needs drums')
  return inset({ x: first.x, y: first.y, width: last.x + last.width - first.x, height: first.height }, -by)
}

function windows(style: CounterStyle, decimals: number): string {
  const strip = around(style.boxes, 16)
  const count = style.boxes.length
  const decimalBoxes = style.boxes.slice(count - decimals)
  const lit = style.drum === 'black'
  return (
    box(
      strip,
      `fill="${lit ? '#2b2d2f' : '#d5d2c7'}" stroke="#000" stroke-opacity=".6" stroke-width="2"`,
      6,
    ) +
    (decimals > 0 ? box(inset(around(decimalBoxes, 8), 0), 'fill="#8e1d18"', 3) : '') +
    style.boxes.map((window) => box(inset(window, -3), 'fill="#08090a"', 2)).join('') +
    line(
      { x: strip.x, y: strip.y + strip.height },
      { x: strip.x + strip.width, y: strip.y + strip.height },
      2,
      '#fff',
      'opacity=".5"',
    )
  )
}

function gas(face: Face, style: CounterStyle): [string, Glass] {
  const shell = { x: 150, y: 96, width: 660, height: 800 }
  const plate = { x: 206, y: 206, width: 548, height: 292 }
  const union = (x: number) =>
    box({ x: x - 46, y: -90, width: 92, height: 176 }, 'fill="url(#pipe)"') +
    box(
      { x: x - 62, y: 62, width: 124, height: 44 },
      'fill="url(#pipe)" stroke="#33373a" stroke-width="1"',
      6,
    )
  const ink = { fill: '#26282b' }
  const still =
    union(292) +
    union(668) +
    body(shell, 'url(#ivory)', 44) +
    line({ x: 150, y: 168 }, { x: 810, y: 168 }, 3, '#8f8b80', 'opacity=".7"') +
    line({ x: 150, y: 171 }, { x: 810, y: 171 }, 2, '#fff', 'opacity=".6"') +
    box(inset(plate, -8), 'fill="#5a5c5d"', 10) +
    box(plate, 'fill="#e9e7df"', 6) +
    lettering('都市ガス用膜式ガスメーター', { x: 226, y: 238, size: 24, anchor: 'start', ...ink }) +
    lettering('13A', { x: 734, y: 238, size: 26, weight: 700, anchor: 'end', ...ink }) +
    lettering(style.brand, { x: 226, y: 436, size: 24, weight: 700, anchor: 'start', spacing: 3, ...ink }) +
    lettering('使用最大流量 16 m³/h', { x: 226, y: 470, size: 19, anchor: 'start', ...ink }) +
    lettering('No.4-127305', { x: 734, y: 470, size: 19, anchor: 'end', ...ink }) +
    lettering(face.unit, { x: 734, y: 412, size: 34, weight: 700, anchor: 'end', ...ink }) +
    box({ x: 380, y: 528, width: 200, height: 96 }, 'fill="#f2efe4" stroke="#b7b2a2"', 4) +
    lettering('検定 2028.3', { x: 480, y: 558, size: 24, fill: '#1f4f8f' }) +
    lettering('有効期限', { x: 480, y: 596, size: 22, fill: '#1f4f8f' }) +
    wear(shell, 50, style.seed) +
    tape(style.label, { x: 480, y: 664 }, 26, style.seed)
  return [still, { kind: 'pane', box: plate }]
}

function water(face: Face, style: CounterStyle, decimals: number): [string, Glass] {
  const centre = waterCentre
  const dial = waterDial
  const ink = { fill: '#1c3358' }
  const star = { x: centre.x - 108, y: centre.y + 86 }
  const blades = [0, 60, 120, 180, 240, 300].map((angle) =>
    line(star, polar(star, angle + 11, 31), 9, '#1e2022'),
  )
  const marks = Array.from(
    { length: 10 },
    (_, i) =>
      line(polar(dial, i * 36, 60), polar(dial, i * 36, 52), 2.5, '#1c1d1f') +
      lettering(String(i), { ...polar(dial, i * 36, 41), size: 17, fill: '#1c1d1f' }),
  )
  const still =
    boxShade({ x: -100, y: 392, width: 1160, height: 130 }, 0, 30, 0.45) +
    box({ x: -100, y: 366, width: 1160, height: 128 }, 'fill="url(#pipeLying)"') +
    box({ x: 96, y: 338, width: 70, height: 184 }, 'fill="url(#pipeLying)" stroke="#3b3f42"', 8) +
    box({ x: 794, y: 338, width: 70, height: 184 }, 'fill="url(#pipeLying)" stroke="#3b3f42"', 8) +
    roundCase(centre, 262, 54, 'brass', 'white') +
    circle(centre, 252, 'fill="none" stroke="#1c3358" stroke-width="2" opacity=".5"') +
    lettering(style.brand, { x: centre.x, y: 148, size: 24, weight: 700, spacing: 5, ...ink }) +
    lettering('水道メーター 20mm', { x: centre.x, y: 184, size: 20, ...ink }) +
    lettering(face.unit, {
      x: centre.x + (style.dials ? 0 : 92),
      y: style.dials ? 392 : 340,
      size: 34,
      weight: 700,
      ...ink,
    }) +
    (style.dials
      ? style.dials.map(smallDial).join('')
      : lettering(decimals === 2 ? '×0.001' : '×0.01', { x: dial.x, y: dial.y + 82, size: 19, ...ink }) +
        circle(star, 36, 'fill="#e4e2da" stroke="#1c3358" stroke-width="1.5"') +
        blades.join('') +
        circle(star, 8, 'fill="url(#knob)"') +
        circle(dial, 64, 'fill="#f6f5ef" stroke="#1c1d1f" stroke-width="1.5"') +
        marks.join('')) +
    lettering('No.20-88412', { x: centre.x, y: 566, size: 17, ...ink }) +
    wear({ x: 290, y: 160, width: 380, height: 380 }, 34, style.seed) +
    tape(style.label, { x: 146, y: 74 }, 27, style.seed)
  return [still, { kind: 'disc', centre, radius: 262 }]
}

function energy(face: Face, style: CounterStyle): [string, Glass] {
  const shell = { x: 196, y: 66, width: 568, height: 606 }
  const plate = { x: 236, y: 106, width: 488, height: 430 }
  const ink = { fill: '#202225' }
  const marks = Array.from({ length: 33 }, (_, i) =>
    line({ x: 300 + i * 11, y: 402 }, { x: 300 + i * 11, y: i % 5 === 0 ? 394 : 397 }, 1.5, '#33373a'),
  )
  const still =
    body(shell, 'url(#black)', 30) +
    box(inset(plate, -10), 'fill="url(#blackBack)"', 18) +
    box(plate, 'fill="url(#white)"', 12) +
    lettering('電力量計', { x: 260, y: 142, size: 32, anchor: 'start', ...ink }) +
    lettering('単相3線式 100V 30A 60Hz', { x: 260, y: 180, size: 19, anchor: 'start', ...ink }) +
    lettering(style.brand, { x: 700, y: 142, size: 22, weight: 700, anchor: 'end', spacing: 3, ...ink }) +
    lettering(face.unit, { x: 700, y: 348, size: 34, weight: 700, anchor: 'end', ...ink }) +
    lettering('×1', { x: 268, y: 348, size: 26, anchor: 'start', ...ink }) +
    box({ x: 284, y: 386, width: 392, height: 34 }, 'fill="#17181a"', 5) +
    box({ x: 290, y: 398, width: 380, height: 10 }, 'fill="url(#steel)"', 3) +
    marks.join('') +
    box({ x: 558, y: 398, width: 26, height: 10 }, 'fill="#b3231c"') +
    lettering('計器定数 500 rev/kWh', { x: 260, y: 456, size: 20, anchor: 'start', ...ink }) +
    lettering('製造番号 83-204417', { x: 260, y: 490, size: 20, anchor: 'start', ...ink }) +
    lettering('2027年9月', { x: 690, y: 490, size: 22, anchor: 'end', fill: '#1f4f8f' }) +
    screw({ x: 480, y: 608 }, 17, randomFrom(style.seed)() * 180) +
    screws(shell, 22, 9, style.seed) +
    wear(plate, 34, style.seed) +
    tape(style.label, { x: 480, y: 30 }, 26, style.seed)
  return [still, { kind: 'pane', box: plate }]
}

const drumDecimals = ({ decimals }: Face, { dials = [] }: CounterStyle) => decimals - dials.length

export async function counter(face: Face, style: CounterStyle): Promise<PreparedFace> {
  const [still, glass] =
    style.casing === 'gas'
      ? gas(face, style)
      : style.casing === 'water'
        ? water(face, style, face.decimals)
        : energy(face, style)
  const decimals = drumDecimals(face, style)
  const base = await backdrop(style, still + windows(style, decimals))
  const roll = await drums(style, decimals)
  if (style.casing !== 'water') return { base, glass, paint: roll }
  if (style.dials) {
    const lay = await layDials(style.dials)
    return {
      base,
      glass,
      paint(canvas, value) {
        roll(canvas, value)
        lay(canvas, value)
      },
    }
  }
  const small = await pointer(36)
  return {
    base,
    glass,
    paint(canvas, value) {
      roll(canvas, value)
      small(canvas, waterDial, ((value * 10 ** (face.decimals + 1)) % 10) * 36)
    },
  }
}
