/** Milliseconds by which a phone’s clock may be wrong without a word, either way (decision 006). */
export const clockTolerance = 2 * 60_000

/** Milliseconds that a phone’s clock is ahead and its times are corrected by; null: not known. */
export const correctionOf = (offset: number | null | undefined): number =>
  typeof offset === 'number' && Math.abs(offset) > clockTolerance ? offset : 0
