import type { Raster } from '../resample.ts'

/** Edge pixels: positions and unit gradient directions. */
export interface Edges {
  x: Float32Array
  y: Float32Array
  acrossX: Float32Array
  acrossY: Float32Array
  count: number
}

export interface Position {
  x: number
  y: number
}

/** Fraction of the pixels, by gradient, taken as edges. */
const SHARE = 0.16
/** In grey levels over two pixels. */
const NOISE = 24
/** Of the vote grid, in pixels. */
const CELL = 4
/** From edge to axis, as fractions of the raster's long side. */
const NEAREST = 0.04
const FARTHEST = 0.62
/** Axes tried, and cells between them. */
const TRIED = 8
const APART = 6

export function edgesOf(grey: Raster): Edges {
  const { width, height, data } = grey
  const size = width * height
  const alongX = new Float32Array(size)
  const alongY = new Float32Array(size)
  const counts = new Int32Array(2048)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const [a, b, c] = [data[at - width - 1] ?? 0, data[at - width] ?? 0, data[at - width + 1] ?? 0]
      const [d, f] = [data[at - 1] ?? 0, data[at + 1] ?? 0]
      const [g, h, i] = [data[at + width - 1] ?? 0, data[at + width] ?? 0, data[at + width + 1] ?? 0]
      const dx = c + 2 * f + i - a - 2 * d - g
      const dy = g + 2 * h + i - a - 2 * b - c
      alongX[at] = dx
      alongY[at] = dy
      const level = Math.floor(Math.sqrt(dx * dx + dy * dy))
      counts[Math.min(2047, level)] = (counts[Math.min(2047, level)] ?? 0) + 1
    }
  }
  let threshold = 2047
  for (let total = 0; threshold > NOISE; threshold--) {
    total += counts[threshold] ?? 0
    if (total > SHARE * size) break
  }
  const edges = {
    x: new Float32Array(size),
    y: new Float32Array(size),
    acrossX: new Float32Array(size),
    acrossY: new Float32Array(size),
    count: 0,
  }
  for (let at = 0; at < size; at++) {
    const dx = alongX[at] ?? 0
    const dy = alongY[at] ?? 0
    const strength = Math.sqrt(dx * dx + dy * dy)
    if (strength < threshold) continue
    const index = edges.count++
    edges.x[index] = (at % width) + 0.5
    edges.y[index] = Math.floor(at / width) + 0.5
    edges.acrossX[index] = dx / strength
    edges.acrossY[index] = dy / strength
  }
  return edges
}

/**
 * Where many edges point (circles by their gradient, ticks and needles along their length), most votes first.
 */
export function axesOf(edges: Edges, width: number, height: number): Position[] {
  const columns = Math.ceil(width / CELL)
  const rows = Math.ceil(height / CELL)
  const votes = new Float32Array(columns * rows)
  const long = Math.max(width, height)
  for (let index = 0; index < edges.count; index++) {
    const x = (edges.x[index] ?? 0) / CELL
    const y = (edges.y[index] ?? 0) / CELL
    const dx = edges.acrossX[index] ?? 0
    const dy = edges.acrossY[index] ?? 0
    for (const [stepX, stepY] of [
      [dx, dy],
      [-dx, -dy],
      [-dy, dx],
      [dy, -dx],
    ] as const) {
      for (let step = (NEAREST * long) / CELL; step < (FARTHEST * long) / CELL; step++) {
        const column = Math.floor(x + step * stepX)
        const row = Math.floor(y + step * stepY)
        if (column < 0 || row < 0 || column >= columns || row >= rows) break
        const at = row * columns + column
        votes[at] = (votes[at] ?? 0) + 1
      }
    }
  }
  return peaksOf(softened(votes, columns, rows), columns, rows)
}

function softened(votes: Float32Array, columns: number, rows: number): Float32Array {
  const result = new Float32Array(votes.length)
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      let sum = 0
      for (let y = row - 1; y <= row + 1; y++) {
        for (let x = column - 1; x <= column + 1; x++) sum += votes[y * columns + x] ?? 0
      }
      result[row * columns + column] = sum
    }
  }
  return result
}

function peaksOf(votes: Float32Array, columns: number, rows: number): Position[] {
  const found: Position[] = []
  while (found.length < TRIED) {
    let highest = 0
    for (let at = 1; at < votes.length; at++) if ((votes[at] ?? 0) > (votes[highest] ?? 0)) highest = at
    if ((votes[highest] ?? 0) === 0) break
    const column = highest % columns
    const row = Math.floor(highest / columns)
    found.push({ x: (column + 0.5) * CELL, y: (row + 0.5) * CELL })
    for (let y = Math.max(0, row - APART); y <= Math.min(rows - 1, row + APART); y++) {
      for (let x = Math.max(0, column - APART); x <= Math.min(columns - 1, column + APART); x++)
        votes[y * columns + x] = 0
    }
  }
  return found
}

export interface Ring {
  inner: number
  outer: number
  ticksOnly: boolean
}

/**
 * Refines an axis by least squares of the sines by which edges miss it, one iteration a tolerance. Under
 * perspective ticks still meet in the axis; gradients of circles do not quite.
 */
export function refineAxis(
  edges: Edges,
  from: Position,
  tolerances: readonly number[],
  ring: Ring,
): Position {
  let { x, y } = from
  for (const tolerance of tolerances) {
    let [xx, xy, yy, bx, by] = [0, 0, 0, 0, 0]
    for (let index = 0; index < edges.count; index++) {
      const px = (edges.x[index] ?? 0) - x
      const py = (edges.y[index] ?? 0) - y
      const distance = Math.sqrt(px * px + py * py)
      if (distance < ring.inner || distance > ring.outer) continue
      const dx = edges.acrossX[index] ?? 0
      const dy = edges.acrossY[index] ?? 0
      for (const [nx, ny] of ring.ticksOnly
        ? ([[dx, dy]] as const)
        : ([
            [dx, dy],
            [-dy, dx],
          ] as const)) {
        const miss = (nx * px + ny * py) / distance
        const share = miss / tolerance
        if (share > 1 || share < -1) continue
        const weight = (1 - share * share) * (1 - share * share)
        const slopeX = (miss * (px / distance) - nx) / distance
        const slopeY = (miss * (py / distance) - ny) / distance
        xx += weight * slopeX * slopeX
        xy += weight * slopeX * slopeY
        yy += weight * slopeY * slopeY
        bx -= weight * slopeX * miss
        by -= weight * slopeY * miss
      }
    }
    const determinant = xx * yy - xy * xy
    if (!(determinant > 1e-6 * (xx + yy) * (xx + yy))) break
    x += (bx * yy - by * xy) / determinant
    y += (by * xx - bx * xy) / determinant
  }
  return { x, y }
}
