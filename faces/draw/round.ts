import type { Point, RoundStyle } from '../types.ts'
import { lettering } from './lettering.ts'
import { angleOf, layNeedle, needle } from './needle.ts'
import { box, circle, line, polar, screw, tape, wear } from './parts.ts'
import { backdrop, type PreparedFace } from './prepared-face.ts'
import { dialScale } from './scale.ts'
import { boxShade, discShade, edgeShade } from './shade.ts'

/** Case, bezel and a recessed dial. */
export function roundCase(centre: Point, dial: number, rim: number, metal: string, fill: string): string {
  const outer = dial + rim
  return (
    discShade({ x: centre.x + 14, y: centre.y + 20 }, outer, 30, 0.5) +
    circle(centre, outer, `fill="url(#${metal})" stroke="#000" stroke-opacity=".5" stroke-width="1.5"`) +
    circle(centre, outer - 4, 'fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="2"') +
    circle(centre, dial + rim * 0.5, `fill="url(#${metal}Back)"`) +
    circle(centre, dial + 4, 'fill="#0b0b0c"') +
    circle(centre, dial, `fill="url(#${fill})"`) +
    `<clipPath id="dial"><circle cx="${centre.x}" cy="${centre.y}" r="${dial}"/></clipPath>` +
    `<g clip-path="url(#dial)">${edgeShade(`<circle cx="${centre.x + 7}" cy="${centre.y + 12}" r="${dial + 9}"`, 26, 13, 0.42)}</g>`
  )
}

function mounting(style: RoundStyle): string {
  const { axis, width, height } = style
  if (style.mount === 'panel') {
    const holes = [45, 135, 225, 315].map((angle, i) =>
      screw(polar(axis, angle, 318), 12, i * 50 + style.seed),
    )
    return (
      discShade({ x: axis.x + 10, y: axis.y + 14 }, 342, 30, 0.4) +
      circle(axis, 342, 'fill="url(#black)"') +
      circle(axis, 338, 'fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="2"') +
      holes.join('')
    )
  }
  const nut = { x: axis.x - 44, y: axis.y + 286, width: 88, height: 46 }
  const edge = (x: number) =>
    line({ x, y: nut.y }, { x, y: nut.y + nut.height }, 1.5, '#3c4043', 'opacity=".6"')
  return (
    boxShade({ x: -80, y: height - 58, width: width + 160, height: 90 }, 0, 30, 0.4) +
    box({ x: -80, y: height - 74, width: width + 160, height: 86 }, 'fill="url(#pipeLying)"') +
    box({ x: axis.x - 24, y: axis.y + 270, width: 48, height: 120 }, 'fill="url(#pipe)"') +
    box(nut, 'fill="url(#pipe)" stroke="#33373a" stroke-width="1"', 4) +
    edge(nut.x + 24) +
    edge(nut.x + 62)
  )
}

function print(style: RoundStyle, ink: string): string {
  const { axis, radius } = style
  const [unit = '', ...others] = style.legend
  const serial = `No.${(240000 + style.seed * 317) % 1000000}`
  return [
    lettering(unit, { x: axis.x, y: axis.y - radius * 0.42, size: 40, weight: 700, fill: ink }),
    lettering(style.brand, {
      x: axis.x,
      y: axis.y + radius * 0.42,
      size: 22,
      weight: 700,
      fill: ink,
      spacing: 4,
    }),
    ...others.map((text, i) =>
      lettering(text, { x: axis.x, y: axis.y + radius * (0.56 + i * 0.1), size: 15, fill: ink, spacing: 1 }),
    ),
    lettering(serial, { x: axis.x, y: axis.y + radius * 0.69, size: 13, fill: ink, opacity: 0.8 }),
  ].join('')
}

export async function round(style: RoundStyle): Promise<PreparedFace> {
  const { axis, radius } = style
  const dark = style.dial === 'black'
  const ink = dark ? '#eceae2' : '#17181a'
  const dial = radius + 34
  const base = await backdrop(
    style,
    mounting(style) +
      roundCase(axis, dial, 44, style.bezel, dark ? 'dark' : style.dial) +
      dialScale(style, { ink, tick: 28, inwards: 58, size: 36, band: 14 }) +
      print(style, ink) +
      wear({ x: axis.x - 200, y: axis.y - 200, width: 400, height: 400 }, 26, style.seed) +
      tape(style.label, { x: 34 + style.label.length * 12, y: 34 }, 25, style.seed),
  )
  const main = await needle({
    kind: style.needle,
    colour: dark ? '#f1efe7' : '#141416',
    reach: radius - 16,
    tail: 62,
    hub: 19,
    hubFill: dark ? 'url(#knob)' : 'url(#knobDark)',
  })
  const drag =
    style.drag === undefined
      ? null
      : await needle({
          kind: 'thread',
          colour: '#c2271f',
          reach: radius - 40,
          tail: 20,
          hub: 0,
          hubFill: 'none',
        })
  return {
    base,
    glass: { kind: 'disc', centre: axis, radius: dial },
    paint(canvas, value) {
      layNeedle(canvas, main, axis, angleOf(style.pins, value))
      if (drag && style.drag !== undefined) layNeedle(canvas, drag, axis, angleOf(style.pins, style.drag))
    },
  }
}
