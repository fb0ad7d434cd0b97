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
export const MISFIT = 0.7
/** A single drum snaps within this. */
const NEAR = 0.2
/** The same for a row's last drum or dial; labels and pictures are no finer. */
const NOISE = 0.05
/** Minimum lead of the digit that fits the dial best over the next one. */
const LEAD = 0.25

/**
 * Resolves a row of drums from right to left. A drum moves only while its right neighbour goes from 9 to 0,
 * so its movement (position 6.7: the 7 is 70 % in) is known from there, and the rest must be whole.
 *
 * @param turned what a dial says the last drum has turned since its digit, 0..1; null: there is no dial
 */
export function resolveDrums(
  row: readonly (readonly DigitHypothesis[])[],
  turned: number | null = null,
): DrumRow {
  const positions = row.map((hypotheses) =>
    hypotheses.flatMap(({ position, weight }) => (position === null ? [] : [{ position, weight }])),
  )
  const last = positions.at(-1) ?? []
  const slack = row.length === 1 ? NEAR : NOISE
  const drums = [
    merge(
      last.flatMap(({ position, weight }): DrumDigit[] =>
        turned === null
          ? [{ digit: snapped(position, slack), weight, misfit: false }]
          : besideDial(position, weight, turned),
      ),
    ),
  ]
  let low = last[0]?.position ?? 0
  const [first] = drums[0] ?? []
  if (turned !== null && first) {
    const rest = ((low - first.digit + 15) % 10) - 5
    low = first.digit + Math.min(turned, Math.max(turnedLeast(turned), rest))
  } else if (low >= 10 - NOISE) low = 0
  for (const hypotheses of positions.slice(0, -1).reverse()) {
    const moved = Math.max(0, low - 9)
    const digits = merge(
      hypotheses.flatMap(({ position, weight }): DrumDigit[] => {
        const rest = position - moved
        const nearest = Math.round(rest)
        const misfit = Math.abs(rest - nearest) > FITTING
        if (!misfit) return [drumDigit(nearest, weight, misfit)]
        const beside = nearest + (rest > nearest ? 1 : -1)
        return [drumDigit(nearest, weight * MISFIT, misfit), drumDigit(beside, weight * (1 - MISFIT), misfit)]
      }),
    )
    drums.push(digits)
    low = (digits[0]?.digit ?? 0) + moved
  }
  return { drums: drums.reverse(), position: last[0]?.position ?? null }
}

/** Of a drum that moves only at the end of its dial's round. */
function turnedLeast(turned: number): number {
  return Math.max(0, 10 * turned - 9)
}

/**
 * The digits of a last drum whose dial has turned so far. Some such drums turn evenly with their dial, some only
 * while it goes from 9 to 0, and any in between.
 */
function besideDial(position: number, weight: number, turned: number): DrumDigit[] {
  const whole = Math.floor(position)
  const [best, next] = [whole - 1, whole, whole + 1]
    .map((digit) => {
      const rest = position - digit
      return { digit, off: Math.max(0, turnedLeast(turned) - rest, rest - turned) }
    })
    .sort((a, b) => a.off - b.off)
  if (!best || !next) return []
  if (best.off <= FITTING && next.off - best.off >= LEAD) return [drumDigit(best.digit, weight, false)]
  return [drumDigit(best.digit, weight * MISFIT, true), drumDigit(next.digit, weight * (1 - MISFIT), true)]
}

const drumDigit = (digit: number, weight: number, misfit: boolean): DrumDigit => ({
  digit: (digit + 10) % 10,
  weight,
  misfit,
})

/** The digit that is left, the next one from `slack` before it. */
export function snapped(position: number, slack = NOISE): number {
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
