import type { Measure } from './fitLabel.ts'

/** Px: large enough for exact widths. */
const size = 100

/** Measures in bold, which is the widest. */
export function measureText(fontFamily: string): Measure {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) throw new Error('the canvas cannot measure')
  context.font = `700 ${size}px ${fontFamily}`
  const widths = new Map<string, number>()
  const widthOf = (letter: string) => {
    const known = widths.get(letter) ?? context.measureText(letter).width / size
    widths.set(letter, known)
    return known
  }
  return (text) => [...text].reduce((width, letter) => width + widthOf(letter), 0)
}
