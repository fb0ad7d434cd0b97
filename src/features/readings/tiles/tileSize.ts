import type { CSSProperties } from 'react'

/** Slider ends and default. */
export const tileSteps = { min: 0, middle: 50, max: 100 } as const

/**
 * Height of a picture at default text size, px: 165 at the middle, 2.2 less per step below, 3.3 more per step above.
 */
export function tileHeight(step: number): number {
  const away = step - tileSteps.middle
  return 165 + away * (away < 0 ? 2.2 : 3.3)
}

/** Width of a tile at default text size, px. */
export const tileWidth = (step: number): number => tileHeight(step) + 60

/** Narrow screens always use the smallest size. */
export const tileStepFor = (chosen: number, narrow: boolean): number => (narrow ? tileSteps.min : chosen)

/** Default text size, px. */
const usualText = 16

/** CSS variables in rem, so that tiles grow with the user's text size. */
export const tileVariables = (step: number) =>
  ({
    '--tile-height': `${tileHeight(step) / usualText}rem`,
    '--tile-width': `${tileWidth(step) / usualText}rem`,
  }) as CSSProperties
