import { type Picture, parseCounter, type Rectangle } from '../../../reader/web/index.ts'

/** Share of a digit's box that is red, from which the digit counts as red. */
const minRedShare = 0.1

/** Returns how many digits at the end of the row are red, which are the decimals of most counters; null without any. */
export function countRedDigits(picture: Picture, settings: string): number | null {
  const places = parseCounter(settings)
  if (!places.ok) return null
  const row = places.value.boxes.toSorted((one, other) => one.x1 - other.x1)
  const lastOther = row.findLastIndex((box) => redShare(picture, box) < minRedShare)
  // A row that is red as a whole is a lit display, whose colour says nothing.
  if (lastOther === -1 || lastOther === row.length - 1) return null
  return row.length - 1 - lastOther
}

function redShare({ width, height, data }: Picture, { x1, y1, x2, y2 }: Rectangle): number {
  let pixels = 0
  let red = 0
  for (let y = Math.floor(y1 * height); y < Math.floor(y2 * height); y++) {
    for (let x = Math.floor(x1 * width); x < Math.floor(x2 * width); x++) {
      const at = 4 * (y * width + x)
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
      pixels++
      if (r > 80 && r > 1.6 * g && r > 1.6 * b) red++
    }
  }
  return pixels === 0 ? 0 : red / pixels
}
