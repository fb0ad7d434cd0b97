import { hypotenuse } from './math.ts'
import { strokePath, strokeWidth } from './strokes.ts'
import type { Corners, Frame, Point } from './types.ts'

const LINE = '#25d366'
const HALO = '#0b1f14'

/** In pixels of the drawing. */
interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Draws a frame as an SVG document of `width` × `height` pixels with a transparent ground, to lie over the
 * photograph it belongs to. Every line has a dark halo, so that it shows on light and dark pictures alike, and is
 * thick enough to show when the picture is a tile of 100 pixels; no text elements, so that it needs no font.
 */
export function frameSvg(frame: Frame, width: number, height: number): string {
  const unit = Math.max(1, Math.min(width, height) / 85)
  const scaled = ({ x, y }: Point): Point => ({ x: x * width, y: y * height })
  const inPixels = ([a, b, c, d]: Corners): Corners => [scaled(a), scaled(b), scaled(c), scaled(d)]
  const area = frame.area && inPixels(frame.area)
  const boxes = frame.boxes.map(({ corners, text }) => ({ corners: inPixels(corners), text }))
  const needle = frame.needle && { from: scaled(frame.needle.from), to: scaled(frame.needle.to) }
  const paths: string[] = []
  if (area) paths.push(stroke(marks(area), unit))
  for (const { corners, text } of boxes) {
    const [across] = sides(corners)
    paths.push(stroke(outline(corners), Math.min(unit, Math.max(1, across / 10))))
    paths.push(figure(corners, text, width, height, unit))
  }
  if (needle) paths.push(stroke(line(needle.from, needle.to) + dot(needle.to, unit * 1.4), unit))
  if (frame.text) {
    const seen = boxes.map(({ corners }) => extentOf(corners))
    if (needle) seen.push(extentOf([needle.from, needle.to]))
    paths.push(plate(frame.text, width, height, seen))
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</svg>`
}

function stroke(path: string, thickness: number): string {
  if (path === '') return ''
  const halo = `<path d="${path}" stroke="${HALO}" stroke-opacity=".7" stroke-width="${fixed(thickness * 2)}"/>`
  return `${halo}<path d="${path}" stroke="${LINE}" stroke-width="${fixed(thickness)}"/>`
}

function fixed(number: number): string {
  return number.toFixed(1)
}

function at({ x, y }: Point): string {
  return `${fixed(x)} ${fixed(y)}`
}

/** The way from `a` towards `b`: 0 is `a`, 1 is `b`. */
function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
}

/** Mean length of the sides that run across and down. */
function sides([a, b, c, d]: Corners): [number, number] {
  const length = (from: Point, to: Point) => hypotenuse(to.x - from.x, to.y - from.y)
  return [(length(a, b) + length(d, c)) / 2, (length(a, d) + length(b, c)) / 2]
}

function extentOf(points: readonly Point[]): Extent {
  const x = points.map((point) => point.x)
  const y = points.map((point) => point.y)
  return { left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y) }
}

function outline([a, b, c, d]: Corners): string {
  return `M${at(a)}L${at(b)}L${at(c)}L${at(d)}Z`
}

/** Corner marks rather than a full outline: they frame the area without hiding what is in it. */
function marks(area: Corners): string {
  const arm = Math.min(...sides(area)) / 5
  const towards = (from: Point, to: Point) =>
    between(from, to, Math.min(0.5, arm / Math.max(1, hypotenuse(to.x - from.x, to.y - from.y))))
  const [a, b, c, d] = area
  const around: [Point, Point, Point][] = [
    [d, a, b],
    [a, b, c],
    [b, c, d],
    [c, d, a],
  ]
  return around
    .map(
      ([before, corner, after]) =>
        `M${at(towards(corner, before))}L${at(corner)}L${at(towards(corner, after))}`,
    )
    .join('')
}

function line(from: Point, to: Point): string {
  return `M${at(from)}L${at(to)}`
}

function dot({ x, y }: Point, radius: number): string {
  const r = fixed(radius)
  return `M${fixed(x - radius)} ${fixed(y)}A${r} ${r} 0 1 0 ${fixed(x + radius)} ${fixed(y)}A${r} ${r} 0 1 0 ${fixed(x - radius)} ${fixed(y)}`
}

/** The character read, upright beyond the box's upper side, or beyond its lower one where there is no room. */
function figure(corners: Corners, text: string, width: number, height: number, unit: number): string {
  const [a, b, c, d] = corners
  const [across, down] = sides(corners)
  const size = Math.min(down * 0.45, across * 0.9, height * 0.09)
  const upper = between(a, b, 0.5)
  const lower = between(d, c, 0.5)
  const away = (size / 2 + unit * 2) / Math.max(1, down)
  const above = between(upper, lower, -away)
  const reach = size / 2
  const inside = above.y >= reach && above.x >= reach && above.x <= width - reach && above.y <= height - reach
  const middle = inside ? above : between(lower, upper, -away)
  const path = strokePath(text, middle.x - strokeWidth(text, size) / 2, middle.y - size / 2, size)
  return stroke(path, Math.max(1, size / 8))
}

/** The value on a dark plate, large enough to be read on a tile, in the first corner where it hides nothing read. */
function plate(text: string, width: number, height: number, seen: readonly Extent[]): string {
  const widest = width * 0.8
  const natural = Math.min(width, height) * 0.12
  const size = Math.min(natural, (natural * widest) / Math.max(1, strokeWidth(text, natural)))
  const margin = size * 0.3
  const plateWidth = strokeWidth(text, size) + margin * 2.4
  const plateHeight = size + margin * 2
  const right = width - plateWidth - margin
  const bottom = height - plateHeight - margin
  const places: Point[] = [
    { x: margin, y: bottom },
    { x: right, y: bottom },
    { x: margin, y: margin },
    { x: right, y: margin },
  ]
  const covers = ({ x, y }: Point, { left, top, right, bottom }: Extent) =>
    x < right && x + plateWidth > left && y < bottom && y + plateHeight > top
  const free = places.find((place) => !seen.some((one) => covers(place, one)))
  const { x, y } = free ?? { x: margin, y: bottom }
  const ground = `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(plateWidth)}" height="${fixed(plateHeight)}" rx="${fixed(margin)}" fill="${HALO}" fill-opacity=".85"/>`
  const figures = strokePath(text, x + margin * 1.2, y + margin, size)
  return `${ground}<path d="${figures}" stroke="#fff" stroke-width="${fixed(Math.max(1, size / 8))}"/>`
}
