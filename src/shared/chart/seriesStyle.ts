/** Colour, plus dashes and symbols for colour blindness. */
interface SeriesStyle {
  /** Custom property of `seriesColors.module.css`. */
  color: string
  /** Dash and gap lengths in px; null: solid. */
  dash: number[] | null
  /** SVG path in a square of 10. */
  symbol: string
}

const colors = 10
const dashes = [null, [9, 4], [3, 3], [12, 3, 3, 3], [6, 3]]
// Triangles mark abnormal readings.
const symbols = [
  'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
  'M0 0h10v10h-10z',
  'M5 -1l6 6l-6 6l-6 -6z',
  'M3 0h4v3h3v4h-3v3h-4v-3h-3v-4h3z',
]

/** Distinguishable at most; also the product of dashes and symbols. */
export const maxSeries = 20

export const styleOf = (index: number): SeriesStyle => ({
  color: `var(--series-${(index % colors) + 1})`,
  dash: dashes[index % dashes.length] ?? null,
  symbol: symbols[index % symbols.length] ?? '',
})
