/** Texts that are remembered at most: columns of codes and names have others in every row. */
const most = 2000

/** Returns the function with its results kept by text: tables repeat times, names and figures thousands of times. */
export function remembered<T extends object | null>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    if (known.size < most) known.set(text, found)
    return found
  }
}
