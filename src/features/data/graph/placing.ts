/** A rectangle in px. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const touches = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Labels that stand free of one another, the first given first; enough of them to read, no more. */
export function standingFree<T extends { box: Box }>(
  wanted: Iterable<T>,
  taken: readonly Box[],
  room: Box,
  most: number,
): T[] {
  const placed: T[] = []
  const boxes = [...taken]
  for (const each of wanted) {
    if (placed.length >= most) break
    const { box } = each
    const inside =
      box.x >= room.x &&
      box.y >= room.y &&
      box.x + box.width <= room.x + room.width &&
      box.y + box.height <= room.y + room.height
    if (!inside || boxes.some((other) => touches(box, other))) continue
    boxes.push(box)
    placed.push(each)
  }
  return placed
}

/** Moves labels on one edge apart, in their order, inside the room. Each is given and comes back with its middle. */
export function movedApart(middles: readonly number[], height: number, low: number, high: number): number[] {
  const order = middles.map((_, index) => index).sort((a, b) => (middles[a] ?? 0) - (middles[b] ?? 0))
  const moved = [...middles]
  let next = low + height / 2
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, next)
    next = (moved[index] ?? 0) + height
  }
  let before = high - height / 2
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, before)
    before = (moved[index] ?? 0) - height
  }
  return moved
}

/** The middle first, then the middles of the halves and so on: any beginning of it is spread evenly. */
export function* spread(length: number): Generator<number> {
  const halves: [number, number][] = length > 0 ? [[0, length - 1]] : []
  for (let index = 0; index < halves.length; index += 1) {
    const [low, high] = halves[index] ?? [0, -1]
    if (low > high) continue
    const middle = (low + high) >> 1
    yield middle
    halves.push([low, middle - 1], [middle + 1, high])
  }
}
