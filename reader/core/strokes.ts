import type { Raster } from './resample.ts'

/** Grey levels in and around a digit's box. */
export interface Strokes {
  ground: number
  /** Of the strongest strokes. */
  stroke: number
}

/** What is seen in and around a box, each from the darkest pixel on. */
interface Levels {
  inside: Float32Array
  around: Float32Array
}

/** Fractions of the pixels, from the darkest on. */
const DARKEST = 0.02
const DARK = 0.1
const MIDDLE = 0.5
const GROUND = 0.75
const BRIGHTEST = 0.98
/** Around luminous digits it is as dark as their darkest pixels, but for this fraction of their contrast. */
const DARK_AROUND = 0.16
/** The dark pixels inside have at most this fraction of the brightest ones' level. */
const DARK_INSIDE = 0.41

/**
 * Measures the strokes of a row's digits. `luminous`: bright on dark, as of LEDs and fluorescent displays, whose
 * digits are all as bright as the brightest.
 *
 * @param views each digit with its surroundings, in all `wider` times as wide and high as its box
 */
export function measureStrokes(
  views: readonly Raster[],
  wider: number,
): { luminous: boolean; strokes: Strokes[] } {
  const levels = views.map((view) => levelsOf(view, wider))
  if (!isLuminous(levels)) {
    const dark = levels.map(({ inside }) => ({ ground: at(inside, GROUND), stroke: at(inside, DARKEST) }))
    return { luminous: false, strokes: dark }
  }
  const grounds = levels.map(({ around }) => at(around, MIDDLE))
  const contrasts = levels.map(({ inside }, index) => at(inside, BRIGHTEST) - (grounds[index] ?? 0))
  const brightest = Math.max(...contrasts)
  return { luminous: true, strokes: grounds.map((ground) => ({ ground, stroke: ground + brightest })) }
}

/** Leaves of the strokes what exceeds a fraction of their contrast: paler ones vanish. */
export function strongest(grey: Float32Array, { ground, stroke }: Strokes, from: number): Float32Array {
  const limit = ground + from * (stroke - ground)
  return grey.map((value) => (stroke > ground ? Math.max(value, limit) : Math.min(value, limit)))
}

/** By the median of the digits: a frame or a reflection stands beside some only. Blanks say nothing. */
function isLuminous(row: readonly Levels[]): boolean {
  const greatest = Math.max(...row.map(contrastOf))
  const digits = row.filter((levels) => contrastOf(levels) >= greatest / 2)
  const around = digits.map(
    (levels) => (at(levels.around, MIDDLE) - at(levels.inside, DARKEST)) / Math.max(1, contrastOf(levels)),
  )
  const dark = digits.map(({ inside }) => at(inside, DARK) / Math.max(1, at(inside, BRIGHTEST)))
  return median(around) < DARK_AROUND && median(dark) < DARK_INSIDE
}

const contrastOf = ({ inside }: Levels): number => at(inside, BRIGHTEST) - at(inside, DARKEST)

function levelsOf({ width, height, data }: Raster, wider: number): Levels {
  const inside: number[] = []
  const around: number[] = []
  data.forEach((value, index) => {
    const x = Math.abs(((index % width) + 0.5) / width - 0.5) * wider
    const y = Math.abs((Math.floor(index / width) + 0.5) / height - 0.5) * wider
    const part = x < 0.5 && y < 0.5 ? inside : around
    part.push(value)
  })
  return { inside: Float32Array.from(inside).sort(), around: Float32Array.from(around).sort() }
}

const at = (sorted: Float32Array, share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? 0
const median = (values: readonly number[]): number => at(Float32Array.from(values).sort(), MIDDLE)
