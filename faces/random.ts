/** Deterministic, in [0, 1). */
export type Random = () => number

/** Mulberry32: small, fast and even enough for pictures. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** FNV-1a, 32 bits. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** In [0, 1), by name and index only. */
export function chance(name: string, index: number): number {
  return randomFrom(seedOf(`${name}/${index}`))()
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}
