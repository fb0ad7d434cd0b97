import { clamp, type Point, type Size } from '../../../ui/stage/stageGeometry.ts'

/** Pixels, from the left and the top of the picture. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface WordedPin {
  id: number
  /** Ratios of the picture. */
  at: Point
  /** What the pin shows beside its mark; empty: nothing. */
  words: string
}

/** Pixels, as in the style sheet: half a mark, the distance of the words from its centre, and their height. */
const halfMark = 14
const gap = 18
const lineHeight = 18

/** Estimate in px: a sign in front, the padding, and letters of which Latin ones are narrower. */
const widthOf = (words: string): number =>
  28 + [...words].reduce((sum, letter) => sum + (letter > '\u00ff' ? 12 : 7), 0)

const common = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))

/**
 * Returns the pins whose words are better above the mark than below it, because there they cover, or are covered by, less
 * of the other pins and stay within the picture. The first pins choose first.
 */
export function wordsAbove(pins: readonly WordedPin[], { width, height }: Size): ReadonlySet<number> {
  const above = new Set<number>()
  if (width === 0 || height === 0) return above
  const centres = new Map(pins.map(({ id, at }) => [id, { x: at.x * width, y: at.y * height }]))
  const marks = [...centres].map(([id, { x, y }]) => ({
    id,
    box: { left: x - halfMark, top: y - halfMark, right: x + halfMark, bottom: y + halfMark },
  }))
  const placed: Box[] = []
  for (const { id, words } of pins) {
    const centre = centres.get(id)
    if (words === '' || centre === undefined) continue
    const own = widthOf(words)
    const left = clamp(centre.x - own / 2, 0, Math.max(0, width - own))
    const boxAt = (top: number) => ({ left, top, right: left + own, bottom: top + lineHeight })
    const costOf = (box: Box) =>
      marks.reduce((sum, mark) => sum + (mark.id === id ? 0 : common(box, mark.box)), 0) +
      placed.reduce((sum, other) => sum + common(box, other), 0) +
      own * (Math.max(0, -box.top) + Math.max(0, box.bottom - height))
    const [below, over] = [boxAt(centre.y + gap), boxAt(centre.y - gap - lineHeight)]
    const isAbove = costOf(over) < costOf(below)
    if (isAbove) above.add(id)
    placed.push(isAbove ? over : below)
  }
  return above
}
