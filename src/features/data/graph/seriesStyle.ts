/** How a series is drawn: its colour, and for whom colours are alike, its dashes and symbols. */
interface SeriesStyle {
  /** Custom property of `GraphPanel.module.css`. */
  color: string
  /** Lengths of dashes and gaps in px; null: a whole line. */
  dash: number[] | null
  /** An outline as SVG writes it, in a square of 10. */
  symbol: string
}

const colors = 10
const dashes = [null, [9, 4], [3, 3], [12, 3, 3, 3], [6, 3]]
// Triangles are for abnormal readings.
const symbols = [
  'M0 5a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
  'M0 0h10v10h-10z',
  'M5 -1l6 6l-6 6l-6 -6z',
  'M3 0h4v3h3v4h-3v3h-4v-3h-3v-4h3z',
]

/** More than this nobody can tell apart; also the product of dashes and symbols. */
export const mostSeries = 20

export const styleOf = (index: number): SeriesStyle => ({
  color: `var(--series-${(index % colors) + 1})`,
  dash: dashes[index % dashes.length] ?? null,
  symbol: symbols[index % symbols.length] ?? '',
})
