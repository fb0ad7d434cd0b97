/** Middle first, then the middles of the halves, and so on: each prefix is evenly spread. */
export function* bisectionOrder(length: number): Generator<number> {
  const halves: [number, number][] = length > 0 ? [[0, length - 1]] : []
  for (let index = 0; index < halves.length; index += 1) {
    const [low, high] = halves[index] ?? [0, -1]
    if (low > high) continue
    const middle = (low + high) >> 1
    yield middle
    halves.push([low, middle - 1], [middle + 1, high])
  }
}

/** Indices of the values to label, at most `most`: extremes first, then evenly spread. */
export function labelPriority(values: readonly (number | null)[], max: number): number[] {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const byValue = known.toSorted((a, b) => a.value - b.value)
  const order = [
    byValue.at(-1),
    byValue[0],
    ...Array.from(bisectionOrder(known.length), (index) => known[index]),
  ]
  return [...new Set(order.flatMap((each) => (each ? [each.index] : [])))].slice(0, max)
}
