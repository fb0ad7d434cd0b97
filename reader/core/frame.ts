import { hypotenuse } from './math.ts'
import { strokePath, strokeWidth } from './stroke-font.ts'
import { boundingBox } from './tile-view.ts'
import type { Corners, Frame, Point } from './types.ts'

const LINE = '#25d366'
const GROUND = '#0b1f14'
/** Where the lines beside a needle begin, as a fraction of its length. */
const OUTER_PART = 0.45
/** As a fraction of the needle's length. */
const ASIDE = 0.09

/**
 * Draws a frame as a transparent SVG of `width` × `height` pixels to overlay the photograph. Lines are beside
 * what was read, so that a person can check it; a dark halo makes them visible on any picture. No text
 * elements: needs no font.
 */
export function frameSvg({ area, boxes, needle, mark, text }: Frame, width: number, height: number): string {
  const unit = Math.max(1.2, Math.min(width, height) / 200)
  const scaled = ({ x, y }: Point): Point => ({ x: x * width, y: y * height })
  const inPixels = ([a, b, c, d]: Corners): Corners => [scaled(a), scaled(b), scaled(c), scaled(d)]
  const paths: string[] = []
  if (area) paths.push(stroke(marks(inPixels(area)), unit))
  const outlines = boxes.map((box) => inPixels(box.corners))
  const size = Math.min(height * 0.08, ...outlines.map(labelSize))
  for (const [index, corners] of outlines.entries()) {
    paths.push(stroke(outline(corners), unit))
    if (text === null) continue
    const others = outlines.toSpliced(index, 1)
    paths.push(label(corners, boxes[index]?.text ?? '', size, others, { width, height, unit }))
  }
  if (needle) paths.push(stroke(sleeve(scaled(needle.from), scaled(needle.to), unit), unit))
  if (mark) paths.push(stroke(ends(scaled(mark.from), scaled(mark.to), unit * 12), unit))
  return drawing(width, height, paths.join(''))
}

/** The value on a dark strip of `width` × `height` pixels, for below the photograph. */
export function captionSvg(text: string, width: number, height: number): string {
  const natural = height * 0.56
  const size = Math.min(natural, (natural * width * 0.94) / Math.max(1, strokeWidth(text, natural)))
  const figures = strokePath(text, (width - strokeWidth(text, size)) / 2, (height - size) / 2, size)
  const ground = `<rect width="${width}" height="${height}" fill="${GROUND}"/>`
  return drawing(
    width,
    height,
    `${ground}<path d="${figures}" stroke="#fff" stroke-width="${fixed(Math.max(1, size / 8))}"/>`,
  )
}

function drawing(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`
}

function stroke(path: string, thickness: number): string {
  if (path === '') return ''
  const halo = `<path d="${path}" stroke="${GROUND}" stroke-opacity=".7" stroke-width="${fixed(thickness * 2)}"/>`
  return `${halo}<path d="${path}" stroke="${LINE}" stroke-width="${fixed(thickness)}"/>`
}

function fixed(number: number): string {
  return number.toFixed(1)
}

function at({ x, y }: Point): string {
  return `${fixed(x)} ${fixed(y)}`
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
}

function distance(a: Point, b: Point): number {
  return hypotenuse(b.x - a.x, b.y - a.y)
}

/** Mean width and height. */
function sides([a, b, c, d]: Corners): [number, number] {
  return [(distance(a, b) + distance(d, c)) / 2, (distance(a, d) + distance(b, c)) / 2]
}

function outline([a, b, c, d]: Corners): string {
  return `M${at(a)}L${at(b)}L${at(c)}L${at(d)}Z`
}

/** Corner marks, which hide nothing. */
function marks(area: Corners): string {
  const arm = Math.min(...sides(area)) / 5
  const towards = (from: Point, to: Point) =>
    between(from, to, Math.min(0.5, arm / Math.max(1, distance(from, to))))
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

/** Lines beside the needle's outer part and a ring around its axis. */
function sleeve(axis: Point, tip: Point, unit: number): string {
  const length = distance(axis, tip)
  if (length < 1) return ''
  const aside = Math.max(unit * 3, length * ASIDE) / length
  const across = { x: (axis.y - tip.y) * aside, y: (tip.x - axis.x) * aside }
  const start = between(axis, tip, OUTER_PART)
  const beside = (side: number) => {
    const shifted = ({ x, y }: Point): Point => ({ x: x + side * across.x, y: y + side * across.y })
    return line(shifted(start), shifted(tip))
  }
  return beside(1) + beside(-1) + ring(axis, Math.max(unit * 3, length * ASIDE))
}

function ring({ x, y }: Point, radius: number): string {
  const r = fixed(radius)
  return `M${fixed(x - radius)} ${fixed(y)}A${r} ${r} 0 1 0 ${fixed(x + radius)} ${fixed(y)}A${r} ${r} 0 1 0 ${fixed(x - radius)} ${fixed(y)}`
}

/** Arrowheads beyond the ends of a line. */
function ends(from: Point, to: Point, reach: number): string {
  const length = Math.max(1, distance(from, to))
  const share = reach / length
  const along = { x: (to.x - from.x) * share, y: (to.y - from.y) * share }
  const head = (tip: Point, way: number) => {
    const back = { x: tip.x + way * along.x, y: tip.y + way * along.y }
    const half = { x: (-along.y * way) / 2, y: (along.x * way) / 2 }
    return `M${at({ x: back.x + half.x, y: back.y + half.y })}L${at(tip)}L${at({ x: back.x - half.x, y: back.y - half.y })}`
  }
  return head(from, -1) + head(to, 1)
}

interface Sheet {
  width: number
  height: number
  unit: number
}

function labelSize(corners: Corners): number {
  const [across, down] = sides(corners)
  return Math.min(down * 0.4, across * 0.8)
}

/** Above the box, or below it if there is no room or another box. */
function label(
  corners: Corners,
  text: string,
  size: number,
  others: readonly Corners[],
  { width, height, unit }: Sheet,
): string {
  const [a, b, c, d] = corners
  const [, down] = sides(corners)
  const reach = size * 0.75
  const upper = between(a, b, 0.5)
  const lower = between(d, c, 0.5)
  const away = (reach + unit * 2) / Math.max(1, down)
  const covers = ({ x, y }: Point, other: Corners) => {
    const { left, top, right, bottom } = boundingBox(other)
    return x + size / 2 > left && x - size / 2 < right && y + reach > top && y - reach < bottom
  }
  const free = (point: Point) =>
    point.y >= reach &&
    point.x >= reach &&
    point.x <= width - reach &&
    point.y <= height - reach &&
    !others.some((other) => covers(point, other))
  const above = between(upper, lower, -away)
  const { x, y } = free(above) ? above : between(lower, upper, -away)
  const path = strokePath(text, x - strokeWidth(text, size) / 2, y - size / 2, size)
  if (path === '') return ''
  const ground = `<rect x="${fixed(x - size * 0.55)}" y="${fixed(y - reach)}" width="${fixed(size * 1.1)}" height="${fixed(reach * 2)}" rx="${fixed(size * 0.2)}" fill="${GROUND}" fill-opacity=".85"/>`
  return `${ground}<path d="${path}" stroke="${LINE}" stroke-width="${fixed(Math.max(1, size / 8))}"/>`
}
