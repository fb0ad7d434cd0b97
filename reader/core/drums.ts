import type { Opinion } from './digits.ts'

/** One way to read a drum in its row. */
export interface DrumDigit {
  digit: number
  /** 0..1: how likely, by the picture of the drum and by what its right neighbour tells. */
  weight: number
  /** Its position does not fit what the drum to its right tells. */
  misfit: boolean
}

/** What a row of drums shows. */
export interface DrumRow {
  /** One list a drum, from left to right, the likeliest first, empty where there is no digit; before its roll is finished. */
  drums: DrumDigit[][]
  /** Of the last drum, its roll included, 0 ≤ position < 10; null when it shows no digit. */
  position: number | null
}

/** The most that a drum may stand off from where its neighbour puts it. */
const FITTING = 0.35
/** What remains of the weight of a digit whose position does not fit; the digit on its other side has the rest. */
const MISFIT = 0.7
/** A drum read alone is its nearest digit within this of it. */
const NEAR = 0.2
/** The last drum of a row is the digit that it all but shows; labels and pictures are no finer. */
const NOISE = 0.05

/**
 * Resolves the drums of a row from right to left. A drum moves only while the drum to its right goes from 9 to 0, so
 * how far it has moved (position 6.7: the 7 is 70 % in) is taken from there, and what is left must be whole.
 */
export function resolveDrums(row: readonly (readonly Opinion[])[]): DrumRow {
  const positions = row.map((opinions) =>
    opinions.flatMap(({ position, weight }) => (position === null ? [] : [{ position, weight }])),
  )
  const last = positions.at(-1) ?? []
  const slack = row.length === 1 ? NEAR : NOISE
  const drums = [
    merge(last.map(({ position, weight }) => ({ digit: snapped(position, slack), weight, misfit: false }))),
  ]
  let low = last[0]?.position ?? 0
  if (low >= 10 - NOISE) low = 0
  for (const places of positions.slice(0, -1).reverse()) {
    const moved = Math.max(0, low - 9)
    const digits = merge(
      places.flatMap(({ position, weight }): DrumDigit[] => {
        const rest = position - moved
        const nearest = Math.round(rest)
        const misfit = Math.abs(rest - nearest) > FITTING
        if (!misfit) return [{ digit: (nearest + 10) % 10, weight, misfit }]
        const beside = nearest + (rest > nearest ? 1 : -1)
        return [
          { digit: (nearest + 10) % 10, weight: weight * MISFIT, misfit },
          { digit: (beside + 10) % 10, weight: weight * (1 - MISFIT), misfit },
        ]
      }),
    )
    drums.push(digits)
    low = (digits[0]?.digit ?? 0) + moved
  }
  return { drums: drums.reverse(), position: last[0]?.position ?? null }
}

function snapped(position: number, slack: number): number {
  const nearest = Math.round(position)
  return Math.abs(position - nearest) <= slack + 1e-6 ? nearest % 10 : Math.floor(position)
}

/** Positions that mean the same digit count together. */
function merge(digits: readonly DrumDigit[]): DrumDigit[] {
  const merged: DrumDigit[] = []
  for (const one of digits) {
    const same = merged.find(({ digit }) => digit === one.digit)
    if (!same) merged.push({ ...one })
    else {
      same.misfit &&= one.misfit
      same.weight = Math.min(1, same.weight + one.weight)
    }
  }
  return merged.sort((a, b) => b.weight - a.weight)
}
