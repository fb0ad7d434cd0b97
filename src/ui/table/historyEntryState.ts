/** Numbers by history entry and name, for scroll restoration; lost on reload. */
const numbers = new Map<string, number>()

/** A key for the current history entry; null without router. */
export function historyEntryKey(name: string): string | null {
  const entry: unknown = history.state?.__TSR_key
  return typeof entry === 'string' ? `${entry} ${name}` : null
}

export const loadEntryValue = (key: string | null): number | undefined =>
  key === null ? undefined : numbers.get(key)

export function saveEntryValue(key: string | null, number: number): void {
  if (key !== null) numbers.set(key, number)
}
