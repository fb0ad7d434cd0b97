import type { Box, DisplayStyle, Face } from '../types.ts'
import { type Sprite, sprite, stamp } from './canvas.ts'
import { dots, segments } from './figures.ts'
import { housing } from './housing.ts'
import { box, circle, inset } from './parts.ts'
import { backdrop, type PreparedFace } from './prepared-face.ts'
import { edgeShade } from './shade.ts'

interface Light {
  /** Colours of a digit, its core, and its unlit segments. */
  on: string
  core: string
  off: string
  screen: string
}

const lights: Record<DisplayStyle['glow'], Light> = {
  red: { on: '#ff2a1c', core: '#ff8a74', off: '#2c0806', screen: '#120504' },
  green: { on: '#27e05c', core: '#a8ffc0', off: '#06260f', screen: '#04100a' },
  amber: { on: '#ff9d1e', core: '#ffd78f', off: '#2a1a06', screen: '#0f0b06' },
  lcd: { on: '#1b2320', core: '#1b2320', off: '#8d9a86', screen: '#a9b69d' },
}

const glowRoom = 26

function shape(figure: number | 'all', size: Box, style: DisplayStyle, look: string): string {
  return style.figures === 'segment'
    ? segments(figure, size, look)
    : dots(figure, size, look, style.glow === 'lcd')
}

/** A lit digit with margin for its glow, or its shadow behind an LCD's glass. */
function litFigure(figure: number, size: Box, style: DisplayStyle): Promise<Sprite> {
  const light = lights[style.glow]
  const lcd = style.glow === 'lcd'
  const wide = size.width + glowRoom * 2
  const high = size.height + glowRoom * 2
  const blur = `<defs><filter id="g" filterUnits="userSpaceOnUse" x="-30" y="-30" width="${wide + 60}" height="${high + 60}"><feGaussianBlur stdDeviation="${lcd ? 1.6 : 9}"/></filter><filter id="h" filterUnits="userSpaceOnUse" x="-30" y="-30" width="${wide + 60}" height="${high + 60}"><feGaussianBlur stdDeviation="1.3"/></filter></defs>`
  const at = (dx: number, dy: number, body: string) =>
    `<g transform="translate(${glowRoom + dx} ${glowRoom + dy})">${body}</g>`
  const drawing = lcd
    ? at(3, 4, `<g filter="url(#g)" opacity=".4">${shape(figure, size, style, 'fill="#46523f"')}</g>`) +
      at(0, 0, shape(figure, size, style, `fill="${light.on}" opacity=".93"`))
    : at(0, 0, `<g filter="url(#g)" opacity=".6">${shape(figure, size, style, `fill="${light.on}"`)}</g>`) +
      at(0, 0, shape(figure, size, style, `fill="${light.on}"`)) +
      at(0, 0, `<g filter="url(#h)" opacity=".55">${shape(figure, size, style, `fill="${light.core}"`)}</g>`)
  return sprite(blur + drawing, wide, high, glowRoom, glowRoom)
}

function screenOf(face: Face, style: DisplayStyle): string {
  const { screen, boxes } = style
  const light = lights[style.glow]
  const lcd = style.glow === 'lcd'
  const ghosts = boxes.map(
    (place) =>
      `<g transform="translate(${place.x} ${place.y})" opacity="${lcd ? 0.28 : 0.6}">${shape('all', place, style, `fill="${light.off}"`)}</g>`,
  )
  const last = boxes[boxes.length - face.decimals - 1]
  const next = boxes[boxes.length - face.decimals]
  const size = (boxes[0]?.width ?? 0) * 0.085
  const between = last && next ? (last.x + last.width + next.x) / 2 : 0
  const point =
    last && next && face.decimals > 0
      ? circle(
          { x: between, y: last.y + last.height * 0.89 },
          size,
          `fill="${light.on}"${lcd ? '' : ' stroke="#000" stroke-opacity=".3"'}`,
        )
      : ''
  const shade = lcd
    ? edgeShade(
        `<rect x="${screen.x + 5}" y="${screen.y + 8}" width="${screen.width}" height="${screen.height}"`,
        18,
        12,
        0.4,
      )
    : box({ ...screen, height: screen.height * 0.4 }, 'fill="#fff" opacity=".025"', 6)
  return `<clipPath id="screen">${box(screen, '', 6)}</clipPath><linearGradient id="tint" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient>${box(screen, `fill="${light.screen}"`, 6)}${box(inset(screen, 0), 'fill="url(#tint)"', 6)}${ghosts.join('')}${point}<g clip-path="url(#screen)">${shade}</g>`
}

/** Left to right, a space for a blank. */
export function shownFigures(value: number, digits: number, decimals: number, leadingZeros: boolean): string {
  const total = Math.round(value * 10 ** decimals) % 10 ** digits
  const min = leadingZeros ? digits : decimals + 1
  return String(total).padStart(min, '0').padStart(digits, ' ')
}

export async function display(face: Face, style: DisplayStyle): Promise<PreparedFace> {
  const base = await backdrop(style, housing(face, style) + screenOf(face, style))
  const first = style.boxes[0]
  if (!first) throw new Error('a display needs figures')
  const figures = await Promise.all(
    Array.from({ length: 10 }, (_, figure) => litFigure(figure, first, style)),
  )
  return {
    base,
    glass: { kind: 'pane', box: style.screen },
    paint(canvas, value) {
      const text = shownFigures(value, style.boxes.length, face.decimals, style.leadingZeros)
      style.boxes.forEach((place, i) => {
        const figure = figures[Number(text[i] === ' ' ? Number.NaN : text[i])]
        if (figure) stamp(canvas, figure, place.x, place.y)
      })
    },
  }
}
