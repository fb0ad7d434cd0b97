/** What is wrong with a virtual device. */
export interface Trait {
  name: string
  /** Per cent of the battery that a report takes. */
  drain: number
  /** Middle of its signal, dBm. */
  dbm: number
  /** Of the bad conditions of its pictures, 0..1; one in `coveredEvery` is unreadable. */
  severity: number
  coveredEvery: number
  /** Milliseconds that its clock is ahead. */
  clockAhead: number
  /** Reports in which it has no network, of every so many; it sends what it kept afterwards. */
  offline: { of: number; every: number } | null
  /** How often it sends each report, at once. */
  copies: number
  /** Its key is withdrawn after so many reports: it was stolen. */
  stolenAfter: number | null
}

export const plain: Trait = {
  name: '普通',
  drain: 0.02,
  dbm: -58,
  severity: 0.22,
  coveredEvery: Infinity,
  clockAhead: 0,
  offline: null,
  copies: 1,
  stolenAfter: null,
}

/** One device has one of them; the rest are plain. */
const faults: readonly Trait[] = [
  { ...plain, name: '電池切れ', drain: 12 },
  { ...plain, name: '電波が弱い', dbm: -93, offline: { of: 1, every: 3 } },
  { ...plain, name: '暗い場所', severity: 0.9, coveredEvery: 4 },
  { ...plain, name: '時計が17分進んでいる', clockAhead: 17 * 60_000 },
  { ...plain, name: 'ときどき圏外', offline: { of: 5, every: 8 } },
  { ...plain, name: '同じ報告を繰り返す', copies: 3 },
  { ...plain, name: '盗まれる', stolenAfter: 3 },
]

/** Every second device is plain until each fault was given once. */
export function traitOf(index: number): Trait {
  return (index % 2 === 1 ? faults[(index - 1) / 2] : undefined) ?? plain
}
