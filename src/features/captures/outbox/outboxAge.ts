const hour = 3_600_000

export type Age = 'fresh' | 'late' | 'urgent'

/** How long the oldest unsent row has waited. Browsers may clear a storage that is not used for a week. */
export function ageOf(oldest: number | null, now: number): Age {
  const age = oldest === null ? 0 : now - oldest
  if (age >= 72 * hour) return 'urgent'
  return age >= 24 * hour ? 'late' : 'fresh'
}
