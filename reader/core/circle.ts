import { arctangent2 } from './math.ts'
import { greyOf, type Raster, reduced } from './resample.ts'
import type { Picture, Rectangle } from './types.ts'

export interface Circle {
  /** Pixels of the picture. */
  x: number
  y: number
  radius: number
  /** Fraction of the circumference that has an edge, 0..1. */
  coverage: number
}

/** Of the reduced region, in pixels: enough for a rim. */
const LONG_SIDE = 160
/** Fraction of the pixels, by gradient, taken as edges. */
const EDGES = 0.12
/** Radius limits: fractions of the region's short side. */
const SMALLEST = 0.18
const LARGEST = 0.62
/** Minimum cosine between gradient and direction to the centre. */
const FACING = 0.92
const SECTORS = 48

interface Edge {
  x: number
  y: number
  dx: number
  dy: number
}

/**
 * Finds the most complete circle: edges vote for centres along their gradients; then the radius with most
 * sectors of its circumference covered wins.
 */
export function findCircle(picture: Picture, region: Rectangle): Circle | null {
  const grey = greyOf(picture, region)
  const small = reduced(grey, LONG_SIDE, 8)
  const { width, height } = small
  const edges = strongEdges(small)
  const centre = centreOf(edges, width, height)
  if (!centre) return null
  const best = radiusAround(edges, centre, Math.min(width, height))
  if (!best) return null
  return {
    x: region.x1 * picture.width + (centre.x / width) * grey.width,
    y: region.y1 * picture.height + (centre.y / height) * grey.height,
    radius: (best.radius / width) * grey.width,
    coverage: best.coverage,
  }
}

function strongEdges(grey: Raster): Edge[] {
  const { width, height, data } = grey
  const all: (Edge & { strength: number })[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (dx: number, dy: number) => data[(y + dy) * width + x + dx] ?? 0
      const dx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
      const dy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
      const strength = Math.sqrt(dx * dx + dy * dy)
      if (strength > 0) all.push({ x: x + 0.5, y: y + 0.5, dx: dx / strength, dy: dy / strength, strength })
    }
  }
  return all.sort((a, b) => b.strength - a.strength).slice(0, Math.round(EDGES * width * height))
}

function centreOf(edges: readonly Edge[], width: number, height: number): { x: number; y: number } | null {
  const short = Math.min(width, height)
  const votes = new Float32Array(width * height)
  for (const edge of edges) {
    for (const side of [-1, 1]) {
      for (let radius = SMALLEST * short; radius <= LARGEST * short; radius++) {
        const x = Math.floor(edge.x + side * radius * edge.dx)
        const y = Math.floor(edge.y + side * radius * edge.dy)
        if (x < 0 || y < 0 || x >= width || y >= height) break
        votes[y * width + x] = (votes[y * width + x] ?? 0) + 1
      }
    }
  }
  let best = 0
  let centre: { x: number; y: number } | null = null
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      let sum = 0
      let sumX = 0
      let sumY = 0
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const vote = votes[(y + dy) * width + x + dx] ?? 0
          sum += vote
          sumX += vote * dx
          sumY += vote * dy
        }
      }
      if (sum > best) {
        best = sum
        centre = { x: x + 0.5 + sumX / sum, y: y + 0.5 + sumY / sum }
      }
    }
  }
  return centre
}

function radiusAround(
  edges: readonly Edge[],
  centre: { x: number; y: number },
  short: number,
): { radius: number; coverage: number } | null {
  const from = Math.floor(SMALLEST * short)
  const to = Math.ceil(LARGEST * short)
  const sectors = Array.from({ length: to + 2 }, () => new Set<number>())
  for (const edge of edges) {
    const x = edge.x - centre.x
    const y = edge.y - centre.y
    const distance = Math.sqrt(x * x + y * y)
    if (distance < from || distance > to) continue
    if (Math.abs(x * edge.dx + y * edge.dy) < FACING * distance) continue
    const sector = Math.floor(((arctangent2(y, x) + Math.PI) / (2 * Math.PI)) * SECTORS) % SECTORS
    for (const radius of [Math.floor(distance), Math.floor(distance) + 1]) sectors[radius]?.add(sector)
  }
  let best: { radius: number; coverage: number } | null = null
  for (let radius = from; radius <= to; radius++) {
    const coverage = (sectors[radius]?.size ?? 0) / SECTORS
    if (!best || coverage >= best.coverage) best = { radius, coverage }
  }
  return best
}
