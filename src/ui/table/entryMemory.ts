/** A number that is kept for coming back, by history entry and name; a page that is loaded anew has none. */
const numbers = new Map<string, number>()

/** Names something on the history entry that is shown; null where no router names the entries. */
export function entryKey(name: string): string | null {
  const entry: unknown = history.state?.__TSR_key
  return typeof entry === 'string' ? `${entry} ${name}` : null
}

export const recall = (key: string | null): number | undefined =>
  key === null ? undefined : numbers.get(key)

export function remember(key: string | null, number: number): void {
  if (key !== null) numbers.set(key, number)
}
