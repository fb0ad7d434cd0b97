import type { CSSProperties } from 'react'

/** The slider’s ends, and where it stands when nothing is remembered. */
export const tileSteps = { least: 0, middle: 50, most: 100 } as const

/** Height of a tile’s picture in px: 165 in the middle, 2.2 less for each step below, 3.3 more for each above. */
export function tileHeight(step: number): number {
  const away = step - tileSteps.middle
  return 165 + away * (away < 0 ? 2.2 : 3.3)
}

/** Width of a tile’s picture in px. */
export const tileWidth = (step: number): number => tileHeight(step) + 60

/** The step to show: narrow screens always have the smallest tiles, whatever was chosen on a wide one. */
export const tileStepFor = (chosen: number, narrow: boolean): number => (narrow ? tileSteps.least : chosen)

/** Both sizes for the style sheets of tiles. */
export const tileVariables = (step: number) =>
  ({ '--tile-height': `${tileHeight(step)}px`, '--tile-width': `${tileWidth(step)}px` }) as CSSProperties
