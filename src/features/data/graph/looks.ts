/** How a line looks: its colour, and for whom colours are alike, its dashes and marks. */
interface Look {
  /** Custom property of `GraphPanel.module.css`. */
  color: string
  dash: string | undefined
  mark: MarkName
}

const colors = 10
const dashes = [undefined, '9 4', '3 3', '12 3 3 3', '6 3']
const marks = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const
type MarkName = (typeof marks)[number]

/** More lines than this nobody can tell apart. */
export const mostLines = 20

export const lookOf = (index: number): Look => ({
  color: `var(--line-${(index % colors) + 1})`,
  dash: dashes[index % dashes.length],
  // Another mark with the same dashes in every further round.
  mark: marks[(index + Math.floor(index / marks.length)) % marks.length] ?? 'circle',
})

const shapes: Record<MarkName, (x: number, y: number, r: number) => string> = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  square: (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  triangle: (x, y, r) => `M${x} ${y - r * 1.2}l${r * 1.2} ${r * 2.1}h${-r * 2.4}z`,
  diamond: (x, y, r) =>
    `M${x} ${y - r * 1.3}l${r * 1.3} ${r * 1.3}l${-r * 1.3} ${r * 1.3}l${-r * 1.3} ${-r * 1.3}z`,
  cross: (x, y, r) => {
    const arm = r * 0.4
    const rest = r - arm
    return `M${x - arm} ${y - r}h${2 * arm}v${rest}h${rest}v${2 * arm}h${-rest}v${rest}h${-2 * arm}v${-rest}h${-rest}v${-2 * arm}h${rest}z`
  },
}

const rounded = (px: number) => Math.round(px * 10) / 10

/** One mark as a part of a path. */
export const markPath = (mark: MarkName, x: number, y: number, r: number): string =>
  shapes[mark](rounded(x), rounded(y), r)
