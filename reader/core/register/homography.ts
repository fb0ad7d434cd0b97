/** Row by row: (x, y) goes to ((h0·x + h1·y + h2) / w, (h3·x + h4·y + h5) / w) with w = h6·x + h7·y + h8. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export const IDENTITY: Homography = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/** x, y, x, y, … */
export type Points = Float64Array

export function project(h: Homography, x: number, y: number): { x: number; y: number } {
  const w = h[6] * x + h[7] * y + h[8]
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w }
}

/** First `b`, then `a`. */
export function compose(a: Homography, b: Homography): Homography {
  const at = (row: 0 | 3 | 6, column: 0 | 1 | 2) =>
    a[row] * b[column] +
    a[(row + 1) as 1 | 4 | 7] * b[(column + 3) as 3 | 4 | 5] +
    a[(row + 2) as 2 | 5 | 8] * b[(column + 6) as 6 | 7 | 8]
  return [at(0, 0), at(0, 1), at(0, 2), at(3, 0), at(3, 1), at(3, 2), at(6, 0), at(6, 1), at(6, 2)]
}

/** Null when singular. */
export function invert(h: Homography): Homography | null {
  const size = Math.max(...h.map(Math.abs))
  const [a, b, c, d, e, f, g, i, j] = h.map((value) => value / size) as unknown as Homography
  const determinant = a * (e * j - f * i) - b * (d * j - f * g) + c * (d * i - e * g)
  if (!(Math.abs(determinant) > 1e-12)) return null
  const scale = 1 / (determinant * size)
  const back: Homography = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  ]
  return back.map((value) => value * scale) as unknown as Homography
}

export interface Size {
  width: number
  height: number
}

/** Converts a mapping between ratios of two pictures to their pixels. */
export function inPixels(h: Homography, from: Size, to: Size): Homography {
  const into: Homography = [1 / from.width, 0, 0, 0, 1 / from.height, 0, 0, 0, 1]
  return compose([to.width, 0, 0, 0, to.height, 0, 0, 0, 1], compose(h, into))
}

/** Converts a mapping between pixels of two pictures to their ratios. */
export function inRatios(h: Homography, from: Size, to: Size): Homography {
  const out: Homography = [1 / to.width, 0, 0, 0, 1 / to.height, 0, 0, 0, 1]
  return compose(out, compose(h, [from.width, 0, 0, 0, from.height, 0, 0, 0, 1]))
}

/** Local scale at a point: side lengths of a unit square's image, and its area (negative: mirrored). */
export function scaleAt(
  h: Homography,
  x: number,
  y: number,
): { longest: number; shortest: number; area: number } {
  const w = h[6] * x + h[7] * y + h[8]
  const u = (h[0] * x + h[1] * y + h[2]) / w
  const v = (h[3] * x + h[4] * y + h[5]) / w
  const a = (h[0] - u * h[6]) / w
  const b = (h[1] - u * h[7]) / w
  const c = (h[3] - v * h[6]) / w
  const d = (h[4] - v * h[7]) / w
  const half = (a * a + b * b + c * c + d * d) / 2
  const area = a * d - b * c
  const rest = Math.sqrt(Math.max(0, half * half - area * area))
  return {
    longest: Math.sqrt(half + rest),
    shortest: Math.sqrt(Math.max(0, half - rest)),
    area: w > 0 ? area : -1,
  }
}

/**
 * Solves `size` linear equations in place: `matrix` row by row, the solution in `right`. False when singular.
 */
export function solve(matrix: Float64Array, right: Float64Array, size: number): boolean {
  const value = (row: number, column: number) => matrix[row * size + column] as number
  for (let pivot = 0; pivot < size; pivot++) {
    let best = pivot
    for (let row = pivot + 1; row < size; row++) {
      if (Math.abs(value(row, pivot)) > Math.abs(value(best, pivot))) best = row
    }
    if (!(Math.abs(value(best, pivot)) > 1e-12)) return false
    if (best !== pivot) {
      for (let column = pivot; column < size; column++) {
        const kept = value(pivot, column)
        matrix[pivot * size + column] = value(best, column)
        matrix[best * size + column] = kept
      }
      const kept = right[pivot] as number
      right[pivot] = right[best] as number
      right[best] = kept
    }
    for (let row = pivot + 1; row < size; row++) {
      const share = value(row, pivot) / value(pivot, pivot)
      if (share === 0) continue
      for (let column = pivot; column < size; column++) {
        matrix[row * size + column] = value(row, column) - share * value(pivot, column)
      }
      right[row] = (right[row] as number) - share * (right[pivot] as number)
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = right[row] as number
    for (let column = row + 1; column < size; column++) sum -= value(row, column) * (right[column] as number)
    right[row] = sum / value(row, row)
  }
  return true
}

/** Normalises points to mean 0 and mean square distance 2, for a well-conditioned fit. */
function centring(points: Points, chosen: ArrayLike<number>): Homography {
  let [x, y, spread] = [0, 0, 0]
  for (let i = 0; i < chosen.length; i++) {
    x += points[2 * (chosen[i] as number)] as number
    y += points[2 * (chosen[i] as number) + 1] as number
  }
  x /= chosen.length
  y /= chosen.length
  for (let i = 0; i < chosen.length; i++) {
    const dx = (points[2 * (chosen[i] as number)] as number) - x
    const dy = (points[2 * (chosen[i] as number) + 1] as number) - y
    spread += dx * dx + dy * dy
  }
  const s = Math.sqrt((2 * chosen.length) / Math.max(1e-9, spread))
  return [s, 0, -s * x, 0, s, -s * y, 0, 0, 1]
}

/**
 * Least-squares homography from the chosen points of `from` to those of `to`, exact for four. `weights`: one
 * a chosen point. Hartley and Zisserman, Multiple View Geometry, 4.1 and 4.4.
 */
export function homographyOf(
  from: Points,
  to: Points,
  chosen: ArrayLike<number>,
  weights: ArrayLike<number> | null = null,
): Homography | null {
  const here = centring(from, chosen)
  const there = centring(to, chosen)
  const normal = new Float64Array(64)
  const right = new Float64Array(8)
  const rows = [new Float64Array(9), new Float64Array(9)] as const
  for (let i = 0; i < chosen.length; i++) {
    const index = chosen[i] as number
    const { x, y } = project(here, from[2 * index] as number, from[2 * index + 1] as number)
    const { x: u, y: v } = project(there, to[2 * index] as number, to[2 * index + 1] as number)
    rows[0].set([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
    rows[1].set([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    const weight = weights ? (weights[i] as number) : 1
    for (const row of rows) {
      for (let a = 0; a < 8; a++) {
        const scaled = weight * (row[a] as number)
        if (scaled === 0) continue
        for (let b = 0; b < 8; b++) {
          normal[a * 8 + b] = (normal[a * 8 + b] as number) + scaled * (row[b] as number)
        }
        right[a] = (right[a] as number) + scaled * (row[8] as number)
      }
    }
  }
  if (!solve(normal, right, 8)) return null
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0] = right
  const back = invert(there)
  return back && compose(back, compose([a, b, c, d, e, f, g, i, 1], here))
}
