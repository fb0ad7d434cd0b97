/** What a row of drums shows. */
export interface DrumRow {
  /** One digit a drum, from left to right: the digit before its roll is finished. */
  digits: number[]
  /** Per drum: its position does not fit what the drum to its right tells. */
  doubtful: boolean[]
}

const DOUBT = 0.35

/**
 * Resolves drum positions (0 ≤ position < 10; 6.7: the 7 is 70 % in) from right to left. A drum moves only
 * while the drum to its right goes from 9 to 0, so how far it has moved is taken from there.
 */
export function resolveDrums(positions: readonly number[]): DrumRow {
  const digits: number[] = []
  const doubtful: boolean[] = []
  const last = (Math.round((positions.at(-1) ?? 0) * 10) / 10) % 10
  digits.push(Math.floor(last))
  doubtful.push(false)
  let low = last
  for (const position of positions.slice(0, -1).reverse()) {
    const moved = Math.max(0, low - 9)
    const settled = Math.round(position - moved)
    const drum = (settled + 10) % 10
    digits.push(drum)
    doubtful.push(Math.abs(position - moved - settled) > DOUBT)
    low = drum + moved
  }
  return { digits: digits.reverse(), doubtful: doubtful.reverse() }
}
