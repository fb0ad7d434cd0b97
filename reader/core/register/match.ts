import { type Features, LENGTH } from './descriptor.ts'

/** A feature of the reference and its match in the photograph. */
export interface Match {
  from: number
  to: number
  /** Distance of the best over that of the next at another position: lower is better. */
  ratio: number
}

/** Above this a match is no better than chance. */
const LOOSE = 0.92

/** Mutual best pairs, best first. */
export function matchFeatures(a: Features, b: Features): Match[] {
  const best = new Int32Array(a.count).fill(-1)
  const smallest = new Float64Array(a.count).fill(4)
  const next = new Float64Array(a.count).fill(4)
  const backBest = new Int32Array(b.count).fill(-1)
  const backLeast = new Float64Array(b.count).fill(4)
  for (let i = 0; i < a.count; i++) {
    const sign = a.signs[i]
    for (let j = 0; j < b.count; j++) {
      if (b.signs[j] !== sign) continue
      const limit = Math.max(next[i] as number, backLeast[j] as number)
      const distance = apart(a.descriptors, i * LENGTH, b.descriptors, j * LENGTH, limit)
      if (distance >= limit) continue
      if (distance < (smallest[i] as number)) {
        if (!same(b, best[i] as number, j)) next[i] = smallest[i] as number
        smallest[i] = distance
        best[i] = j
      } else if (distance < (next[i] as number) && !same(b, best[i] as number, j)) next[i] = distance
      if (distance < (backLeast[j] as number)) {
        backLeast[j] = distance
        backBest[j] = i
      }
    }
  }
  const matches: Match[] = []
  for (let from = 0; from < a.count; from++) {
    const to = best[from] as number
    if (to < 0 || !same(a, backBest[to] as number, from)) continue
    const ratio = Math.sqrt((smallest[from] as number) / Math.max(1e-12, next[from] as number))
    if (ratio < LOOSE) matches.push({ from, to, ratio })
  }
  return matches.sort((one, other) => one.ratio - other.ratio || one.from - other.from)
}

/** The same keypoint with another orientation is no rival. */
function same({ positions }: Features, i: number, j: number): boolean {
  return i >= 0 && positions[2 * i] === positions[2 * j] && positions[2 * i + 1] === positions[2 * j + 1]
}

/** Squared distance of two descriptors; any number above `limit` once it is exceeded. */
function apart(a: Float32Array, i: number, b: Float32Array, j: number, limit: number): number {
  let sum = 0
  for (let part = 0; part < LENGTH; part += 32) {
    for (let k = part; k < part + 32; k++) {
      const difference = (a[i + k] as number) - (b[j + k] as number)
      sum += difference * difference
    }
    if (sum >= limit) return sum
  }
  return sum
}
