import type { PanelStyle } from '../types.ts'
import { sprite, stamp } from './canvas.ts'
import { lettering } from './lettering.ts'
import { angleOf, layNeedle, needle } from './needle.ts'
import { body, box, inset, screw, screws, tape, wear } from './parts.ts'
import { backdrop, type PreparedFace } from './prepared-face.ts'
import { dialScale } from './scale.ts'
import { edgeShade } from './shade.ts'

function print(style: PanelStyle): string {
  const { axis, radius, window: pane, legend, cover } = style
  const [unit = '', note = ''] = legend
  const floor = pane.y + pane.height - cover
  const quarter = axis.x > pane.x + pane.width * 0.8
  const deep = axis.y > pane.y + pane.height
  const wide = !quarter && !deep && cover === 0
  const x = quarter ? axis.x - radius * 0.34 : axis.x
  const y = quarter
    ? axis.y - radius * 0.46
    : deep
      ? floor - 108
      : wide
        ? axis.y + 104
        : axis.y - radius * 0.52
  const foot = wide ? pane.y + pane.height - 40 : floor - 26
  const ink = '#2a2b2e'
  const left = { x: pane.x + 26, anchor: 'start' as const }
  const right = { x: pane.x + pane.width - 26, anchor: 'end' as const }
  // A quarter-circle scale has room only above its arc; elsewhere the needle would cover letters.
  const [brandAt, noteAt] = quarter
    ? [
        { ...left, y: pane.y + 32 },
        { ...left, y: pane.y + 60 },
      ]
    : [
        { ...left, y: foot },
        { ...right, y: foot },
      ]
  return (
    lettering(unit, { x, y, size: deep ? 54 : 66, weight: 700, fill: '#17181a' }) +
    lettering(style.brand, { ...brandAt, size: 19, weight: 700, spacing: 3, fill: ink }) +
    lettering(note, { ...noteAt, size: 17, fill: ink })
  )
}

/** A plastic cover over the window's lower part hides the axis. */
async function coverOf(style: PanelStyle) {
  const { window: pane, cover } = style
  if (cover === 0) return null
  const plate = { x: 0, y: 8, width: pane.width, height: cover }
  const shade = { x: 0, y: 0, width: pane.width, height: 14 }
  const adjust = { x: style.axis.x - pane.x, y: 8 + cover * 0.56 }
  return sprite(
    `<defs><linearGradient id="c" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4a4d50"/><stop offset=".12" stop-color="#26282a"/><stop offset="1" stop-color="#17181a"/></linearGradient><radialGradient id="knob" cx=".38" cy=".32" r=".75"><stop offset="0" stop-color="#f2f3f4"/><stop offset=".5" stop-color="#9ba0a4"/><stop offset="1" stop-color="#4a4e52"/></radialGradient></defs>${box(shade, 'fill="#000" opacity=".22"')}${box(plate, 'fill="url(#c)"')}${box({ ...plate, height: 2 }, 'fill="#fff" opacity=".35"')}${screw(adjust, 17, style.seed * 23)}`,
    pane.width,
    cover + 8,
  )
}

export async function panel(style: PanelStyle): Promise<PreparedFace> {
  const { axis, window: pane, body: frame, radius } = style
  const wide = style.cover === 0 && axis.y < pane.y + pane.height
  const dark = style.frame === 'black'
  const still =
    body(frame, `url(#${style.frame})`, 16) +
    screws(frame, 20, 9, style.seed) +
    box(inset(pane, -9), `fill="url(#${dark ? 'blackBack' : 'steelBack'})"`, 10) +
    box(pane, 'fill="url(#white)"', 5) +
    dialScale(style, { ink: '#17181a', tick: 26, inwards: wide ? 52 : -30, size: wide ? 32 : 31, band: 13 }) +
    print(style) +
    `<clipPath id="pane">${box(pane, '', 5)}</clipPath><g clip-path="url(#pane)">${edgeShade(`<rect x="${pane.x + 5}" y="${pane.y + 9}" width="${pane.width}" height="${pane.height}"`, 22, 13, 0.4)}</g>` +
    wear(pane, 22, style.seed) +
    (dark ? '' : lettering('FREQUENCY', { x: 480, y: 566, size: 22, spacing: 6, fill: '#33373a' })) +
    tape(style.label, { x: 480, y: 30 }, 27, style.seed)
  const base = await backdrop(style, still)
  const made = await needle({
    kind: wide ? 'lance' : 'thread',
    colour: '#141416',
    reach: radius - 12,
    tail: wide ? 50 : 0,
    hub: wide ? 24 : 0,
    hubFill: 'url(#knobDark)',
  })
  const cover = await coverOf(style)
  const clip = {
    left: pane.x,
    top: pane.y,
    right: pane.x + pane.width,
    bottom: pane.y + pane.height - style.cover,
  }
  return {
    base,
    glass: { kind: 'pane', box: pane },
    paint(canvas, value) {
      layNeedle(canvas, made, axis, angleOf(style.pins, value), clip)
      if (cover) stamp(canvas, cover, pane.x, pane.y + pane.height - style.cover - 8)
    },
  }
}
