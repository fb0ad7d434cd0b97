import { cosine, sine } from '../math.ts'
import { greyOf, type Raster, reduced } from '../resample.ts'
import type { Picture, Point, Rectangle } from '../types.ts'
import { axesOf, type Edges, edgesOf, type Position, refineAxis } from './axis.ts'
import { regularity, scoreOf } from './marks.ts'
import { type TickArc, ticksAround } from './ticks.ts'

interface FoundDial {
  /** Ratios of the picture. */
  axis: Point
  /** Ratio of the picture's width. */
  radius: number
  /** Start and end of the scale, clockwise. */
  pins: Point[]
  confidence: number
}

/** Of the reduced region, in pixels. */
const LONG_SIDE = 560
/** As fractions of the region's long side. */
const SMALLEST = 0.08
const LARGEST = 0.6
/** Sines by which edges may miss the axis, one an iteration. */
const ROUGH = [0.15, 0.12, 0.1]
const FINE = [0.25, 0.25, 0.25, 0.2, 0.2]
const FINEST = [0.2, 0.2, 0.15, 0.15]
/** Minimum sweep in degrees for ticks alone to determine the axis. */
const WIDE = 150
/** Confidence factor below that. */
const SHORT = 0.75
/** For short scales: farther as a fraction of the radius, sideways in radians. */
const FARTHER = 0.12
const ASIDE = 0.06
const TRIES = 6
/** Axes refined, and iterations of each. */
const REFINED = 3
const ROUNDS = 7
/** Fraction of its ticks' score that a moved axis must keep. */
const KEEPS = 0.7
/** So many ticks can only be a scale. */
const FULL_MARKS = 24

export function findDial(picture: Picture, region: Rectangle): FoundDial | null {
  const grey = greyOf(picture, region)
  const small = reduced(grey, LONG_SIDE, 16)
  const { width, height } = small
  const edges = edgesOf(small)
  const long = Math.max(width, height)
  const smallest = Math.round(SMALLEST * long)
  const largest = Math.round(LARGEST * long)
  const rough = axesOf(edges, width, height)
    .map((axis) => {
      const near = refineAxis(edges, axis, ROUGH, { inner: smallest, outer: largest, ticksOnly: false })
      return { axis: near, arc: ticksAround(small, near, smallest, largest) }
    })
    .filter((one): one is Dial => one.arc !== null)
  let best: Dial | null = null
  for (const one of rough.sort((a, b) => scoreOf(b.arc.run) - scoreOf(a.arc.run)).slice(0, REFINED)) {
    let dial = refined(small, edges, one, FINE)
    if (sweepOf(dial.arc) <= WIDE) dial = refined(small, edges, alongItsMiddle(small, dial, largest), FINEST)
    if (!best || scoreOf(dial.arc.run) > scoreOf(best.arc.run)) best = dial
  }
  if (!best) return null
  const { axis, arc } = best
  const onPicture = ({ x, y }: Point): Point => ({
    x: region.x1 + ((x / width) * grey.width) / picture.width,
    y: region.y1 + ((y / height) * grey.height) / picture.height,
  })
  const pins = [arc.start, arc.end].map((degree) => {
    const angle = (degree * Math.PI) / 180
    return onPicture({ x: axis.x + arc.outer * sine(angle), y: axis.y - arc.outer * cosine(angle) })
  })
  return {
    axis: onPicture(axis),
    radius: ((arc.outer / width) * grey.width) / picture.width,
    pins,
    confidence: confidenceOf(arc),
  }
}

interface Dial {
  axis: Position
  arc: TickArc
}

/** Repeatedly, as more ticks are found. */
function refined(grey: Raster, edges: Edges, dial: Dial, tolerances: readonly number[]): Dial {
  let best = dial
  let { axis, arc } = dial
  for (let round = 0; round < ROUNDS; round++) {
    const slack = sweepOf(arc) > WIDE ? 2 + 0.05 * arc.outer : 1
    const ring = { inner: arc.inner - slack, outer: arc.outer + slack, ticksOnly: true }
    axis = refineAxis(edges, axis, tolerances, ring)
    const ticks = ticksAround(grey, axis, 0.85 * arc.inner, 1.15 * arc.outer)
    if (!ticks) break
    arc = ticks
    if (scoreOf(arc.run) > KEEPS * scoreOf(best.arc.run)) best = { axis, arc }
  }
  return best
}

/**
 * A short scale's ticks hardly determine how far the axis is: tries nearer and farther ones, the middle of
 * the scale fixed.
 */
function alongItsMiddle(grey: Raster, { axis, arc }: Dial, largest: number): Dial {
  let best = { axis, arc }
  const middle = ((arc.start + arc.end) / 2) * (Math.PI / 180)
  const radius = (arc.inner + arc.outer) / 2
  const contact = { x: axis.x + radius * sine(middle), y: axis.y - radius * cosine(middle) }
  for (let step = -TRIES; step <= TRIES; step++) {
    const tried = radius * (1 + step * FARTHER)
    if (tried > largest) continue
    for (const aside of [-ASIDE, 0, ASIDE]) {
      const angle = middle + aside
      const centre = { x: contact.x - tried * sine(angle), y: contact.y + tried * cosine(angle) }
      const ticks = ticksAround(grey, centre, 0.94 * tried, 1.06 * tried)
      if (ticks && scoreOf(ticks.run) * thickness(ticks) > scoreOf(best.arc.run) * thickness(best.arc)) {
        best = { axis: centre, arc: ticks }
      }
    }
  }
  return best
}

/** In rings: greatest when the rings are concentric with the ticks. */
function thickness({ inner, outer }: TickArc): number {
  return Math.sqrt((outer - inner + 1) / outer)
}

function sweepOf({ start, end }: TickArc): number {
  return end - start
}

function confidenceOf(arc: TickArc): number {
  const many = Math.min(1, arc.run.marks.length / FULL_MARKS)
  const short = sweepOf(arc) > WIDE ? 1 : SHORT
  return short * many * regularity(arc.run)
}
