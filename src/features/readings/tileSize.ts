import type { CSSProperties } from 'react'

/** The slider’s ends, and where it stands when nothing is remembered. */
export const tileSteps = { least: 0, middle: 50, most: 100 } as const

/**
 * Height of a tile’s picture beside text of the usual size, in px: 165 in the middle, 2.2 less for each step below, 3.3
 * more for each above.
 */
export function tileHeight(step: number): number {
  const away = step - tileSteps.middle
  return 165 + away * (away < 0 ? 2.2 : 3.3)
}

/** Width of a tile beside text of the usual size, in px. */
export const tileWidth = (step: number): number => tileHeight(step) + 60

/** The step to show: narrow screens always have the smallest tiles, whatever was chosen on a wide one. */
export const tileStepFor = (chosen: number, narrow: boolean): number => (narrow ? tileSteps.least : chosen)

/** Text of the usual size is so high, in px. */
const usualText = 16

/** Both sizes for the style sheets of tiles, which grow with the text that a person has set. */
export const tileVariables = (step: number) =>
  ({
    '--tile-height': `${tileHeight(step) / usualText}rem`,
    '--tile-width': `${tileWidth(step) / usualText}rem`,
  }) as CSSProperties
