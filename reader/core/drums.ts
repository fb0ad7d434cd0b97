import type { DigitHypothesis } from './digits.ts'

interface DrumDigit {
  digit: number
  /** 0..1, by the drum's picture and its right neighbour. */
  weight: number
  /** Does not fit the drum to its right. */
  misfit: boolean
}

export interface DrumRow {
  /** One list a drum, left to right, likeliest first; empty: no digit. The last drum's roll not completed. */
  drums: DrumDigit[][]
  /** Of the last drum with its roll, 0 ≤ position < 10; null: no digit. */
  position: number | null
}

/** Maximum deviation from what the right neighbour implies. */
const FITTING = 0.35
/** Weight factor of a misfit; the digit on the other side gets the rest. */
const MISFIT = 0.7
/** A single drum snaps within this. */
const NEAR = 0.2
/** The same for a row's last drum; labels and pictures are no finer. */
const NOISE = 0.05

/**
 * Resolves a row of drums from right to left. A drum moves only while its right neighbour goes from 9 to 0,
 * so its movement (position 6.7: the 7 is 70 % in) is known from there, and the rest must be whole.
 */
export function resolveDrums(row: readonly (readonly DigitHypothesis[])[]): DrumRow {
  const positions = row.map((hypotheses) =>
    hypotheses.flatMap(({ position, weight }) => (position === null ? [] : [{ position, weight }])),
  )
  const last = positions.at(-1) ?? []
  const slack = row.length === 1 ? NEAR : NOISE
  const drums = [
    merge(last.map(({ position, weight }) => ({ digit: snapped(position, slack), weight, misfit: false }))),
  ]
  let low = last[0]?.position ?? 0
  if (low >= 10 - NOISE) low = 0
  for (const hypotheses of positions.slice(0, -1).reverse()) {
    const moved = Math.max(0, low - 9)
    const digits = merge(
      hypotheses.flatMap(({ position, weight }): DrumDigit[] => {
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
