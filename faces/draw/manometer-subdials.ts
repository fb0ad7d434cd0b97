import type { Face, ManometerStyle, SubdialStyle } from '../types.ts'
import { type Clip, sprite, stamp } from './canvas.ts'
import { lettering } from './lettering.ts'
import { body, box, line, screws, tape, wear } from './parts.ts'
import { backdrop, type PreparedFace } from './prepared-face.ts'
import { roundCase } from './round.ts'
import { numeral, steps } from './scale.ts'
import { boxShade, edgeShade } from './shade.ts'
import { layDials, smallDial } from './small-dial.ts'

/** A U-tube manometer: the value is the difference of its levels. */
export async function manometer(face: Face, style: ManometerStyle): Promise<PreparedFace> {
  const { zero, travel, spread, bore } = style
  const range = face.range ?? { start: 0, end: 1 }
  const half = travel / 2
  const reach = travel + 40
  const left = zero.x - spread / 2
  const right = zero.x + spread / 2
  const frame = { x: zero.x - 190, y: 96, width: 380, height: 800 }
  const bend = zero.y + reach
  const path = `M${left} ${zero.y - reach}L${left} ${bend}A${spread / 2} ${spread / 2} 0 0 0 ${right} ${bend}L${right} ${zero.y - reach}`
  const marks = steps(-range.end / 2, range.end / 2, range.end / 20).map((value, index) => {
    const y = zero.y - (value / (range.end / 2)) * half * 2
    const long = index % 5 === 0
    const width = long ? 32 : 18
    return (
      line({ x: zero.x - width / 2, y }, { x: zero.x + width / 2, y }, long ? 3 : 1.6, '#17181a') +
      (long ? lettering(numeral(Math.abs(value), 0.5), { x: right + 62, y, size: 28, fill: '#17181a' }) : '')
    )
  })
  const still =
    body(frame, 'url(#white)', 8) +
    screws(frame, 20, 10, style.seed) +
    edgeShade(`<path d="${path}"`, bore + 6, 12, 0.25) +
    `<path d="${path}" fill="none" stroke="#7f8d92" stroke-width="${bore + 5}"/>` +
    `<path d="${path}" fill="none" stroke="#e4ecec" stroke-width="${bore}"/>` +
    `<path d="M${left} ${bend - 2}L${left} ${bend}A${spread / 2} ${spread / 2} 0 0 0 ${right} ${bend}L${right} ${bend - 2}" fill="none" stroke="#8d1d18" stroke-width="${bore}"/><path d="M${left} ${bend - 2}L${left} ${bend}A${spread / 2} ${spread / 2} 0 0 0 ${right} ${bend}L${right} ${bend - 2}" fill="none" stroke="#c0413a" stroke-width="${bore * 0.62}"/><path d="M${left} ${bend - 2}L${left} ${bend}A${spread / 2} ${spread / 2} 0 0 0 ${right} ${bend}L${right} ${bend - 2}" fill="none" stroke="#d8534b" stroke-width="${bore * 0.3}"/>` +
    marks.join('') +
    lettering(face.unit, { x: right + 62, y: 156, size: 32, weight: 700, fill: '#17181a' }) +
    lettering(style.brand, {
      x: left - 60,
      y: 240,
      size: 22,
      weight: 700,
      spacing: 4,
      fill: '#17181a',
      turn: -90,
    }) +
    wear(frame, 40, style.seed) +
    tape(style.label, { x: zero.x, y: 46 }, 26, style.seed)
  const base = await backdrop(style, still)
  const deep = reach * 2
  const liquid = await sprite(
    `<defs><linearGradient id="l"><stop offset="0" stop-color="#8d1d18"/><stop offset=".4" stop-color="#d8534b"/><stop offset="1" stop-color="#7d1712"/></linearGradient></defs>${box({ x: 0, y: 0, width: bore, height: deep }, 'fill="url(#l)"')}<ellipse cx="${bore / 2}" cy="1" rx="${bore / 2}" ry="5" fill="#e4ecec"/>`,
    bore,
    deep,
    bore / 2,
    5,
    2,
  )
  const leg = (x: number): Clip => ({ left: x - bore / 2, top: 0, right: x + bore / 2, bottom: bend })
  return {
    base,
    glass: null,
    paint(canvas, value) {
      const moved = (value / 2 / (range.end / 2)) * half * 2
      stamp(canvas, liquid, left, zero.y + moved, { clip: leg(left) })
      stamp(canvas, liquid, right, zero.y - moved, { clip: leg(right) })
    },
  }
}

/** A water meter of subdials only, one a decimal place. */
export async function subdials(face: Face, style: SubdialStyle): Promise<PreparedFace> {
  const { centre } = style
  const small = style.dials.map(smallDial)
  const still =
    boxShade({ x: -100, y: 392, width: 1160, height: 130 }, 0, 30, 0.45) +
    box({ x: -100, y: 366, width: 1160, height: 124 }, 'fill="url(#pipeLying)"') +
    box({ x: 82, y: 336, width: 66, height: 184 }, 'fill="url(#pipeLying)" stroke="#3b3f42"', 8) +
    box({ x: 812, y: 336, width: 66, height: 184 }, 'fill="url(#pipeLying)" stroke="#3b3f42"', 8) +
    roundCase(centre, 276, 46, 'brass', 'cream') +
    small.join('') +
    lettering(face.unit, { x: centre.x, y: centre.y - 22, size: 38, weight: 700, fill: '#17181a' }) +
    lettering(style.brand, {
      x: centre.x,
      y: centre.y + 26,
      size: 21,
      weight: 700,
      spacing: 4,
      fill: '#17181a',
    }) +
    lettering('13mm', { x: centre.x, y: centre.y + 58, size: 19, fill: '#17181a' }) +
    wear({ x: 280, y: 150, width: 400, height: 400 }, 44, style.seed) +
    tape(style.label, { x: 130, y: 76 }, 26, style.seed)
  const base = await backdrop(style, still)
  const lay = await layDials(style.dials)
  return {
    base,
    glass: { kind: 'disc', centre, radius: 276 },
    paint: lay,
  }
}
