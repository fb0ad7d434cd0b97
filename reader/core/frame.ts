import { strokePath, strokeWidth } from './strokes.ts'
import type { Frame, Point, Rectangle } from './types.ts'

const LINE = '#25d366'
const HALO = '#0b1f14'

/**
 * Draws a frame as an SVG document of `width` × `height` pixels with a transparent ground, to lie over the
 * photograph it belongs to. Every line has a dark halo, so that it shows on light and dark pictures alike;
 * no text elements, so that it needs no font.
 */
export function frameSvg(frame: Frame, width: number, height: number): string {
  const unit = Math.max(1, Math.min(width, height) / 160)
  const paths: string[] = []
  if (frame.area) paths.push(stroke(corners(frame.area, width, height), unit))
  for (const box of frame.boxes) {
    paths.push(stroke(outline(box.rectangle, width, height), unit * 0.8))
    paths.push(boxText(box, width, height, unit))
  }
  if (frame.needle) {
    const { from, to } = frame.needle
    paths.push(stroke(line(from, to, width, height) + dot(to, width, height, unit * 2), unit * 1.2))
  }
  if (frame.text) paths.push(plate(frame.text, width, height))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</svg>`
}

function stroke(path: string, thickness: number): string {
  if (path === '') return ''
  const halo = `<path d="${path}" stroke="${HALO}" stroke-opacity=".65" stroke-width="${fixed(thickness * 2.2)}"/>`
  return `${halo}<path d="${path}" stroke="${LINE}" stroke-width="${fixed(thickness)}"/>`
}

function fixed(number: number): string {
  return number.toFixed(1)
}

function outline(rectangle: Rectangle, width: number, height: number): string {
  const { left, top, right, bottom } = pixels(rectangle, width, height)
  return `M${fixed(left)} ${fixed(top)}H${fixed(right)}V${fixed(bottom)}H${fixed(left)}Z`
}

/** Corner marks rather than a full rectangle: they frame the area without hiding what is in it. */
function corners(rectangle: Rectangle, width: number, height: number): string {
  const { left, top, right, bottom } = pixels(rectangle, width, height)
  const arm = Math.min(right - left, bottom - top) / 5
  let path = ''
  for (const [x, inward] of [
    [left, arm],
    [right, -arm],
  ] as const) {
    path += `M${fixed(x + inward)} ${fixed(top)}H${fixed(x)}V${fixed(top + arm)}`
    path += `M${fixed(x + inward)} ${fixed(bottom)}H${fixed(x)}V${fixed(bottom - arm)}`
  }
  return path
}

function pixels(rectangle: Rectangle, width: number, height: number) {
  return {
    left: rectangle.x1 * width,
    top: rectangle.y1 * height,
    right: rectangle.x2 * width,
    bottom: rectangle.y2 * height,
  }
}

function line(from: Point, to: Point, width: number, height: number): string {
  return `M${fixed(from.x * width)} ${fixed(from.y * height)}L${fixed(to.x * width)} ${fixed(to.y * height)}`
}

function dot(centre: Point, width: number, height: number, radius: number): string {
  const x = centre.x * width
  const y = centre.y * height
  const r = fixed(radius)
  return `M${fixed(x - radius)} ${fixed(y)}A${r} ${r} 0 1 0 ${fixed(x + radius)} ${fixed(y)}A${r} ${r} 0 1 0 ${fixed(x - radius)} ${fixed(y)}`
}

/** The character read, above its box, or below it where there is no room above. */
function boxText(box: Frame['boxes'][number], width: number, height: number, unit: number): string {
  const { left, top, right, bottom } = pixels(box.rectangle, width, height)
  const size = Math.min((bottom - top) * 0.45, (right - left) * 0.9, height * 0.09)
  const gap = unit * 2
  const y = top - gap - size >= 0 ? top - gap - size : bottom + gap
  const x = (left + right) / 2 - strokeWidth(box.text, size) / 2
  return stroke(strokePath(box.text, x, y, size), Math.max(1, size / 9))
}

/** The value on a dark plate in the lower left corner, large enough to be read on a tile. */
function plate(text: string, width: number, height: number): string {
  const widest = width * 0.6
  const natural = height * 0.085
  const size = Math.min(natural, (natural * widest) / Math.max(1, strokeWidth(text, natural)))
  const margin = size * 0.4
  const plateWidth = strokeWidth(text, size) + margin * 2
  const plateHeight = size + margin * 2
  const top = height - plateHeight - margin
  const ground = `<rect x="${fixed(margin)}" y="${fixed(top)}" width="${fixed(plateWidth)}" height="${fixed(plateHeight)}" rx="${fixed(margin)}" fill="${HALO}" fill-opacity=".8"/>`
  const figures = strokePath(text, margin * 2, top + margin, size)
  return `${ground}<path d="${figures}" stroke="#fff" stroke-width="${fixed(Math.max(1, size / 9))}"/>`
}
