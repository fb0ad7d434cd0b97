import { AT_ODDS, type NeedleEvidence, SAME } from './needle-confidence.ts'
import { estimateNeedle, NETWORK_RADIUS, NETWORK_REACH } from './needle-estimate.ts'
import { chooseNeedle, findStreaks, type Needle } from './needle-streak.ts'
import type { Network } from './network.ts'
import { cropDial, type DialPosition, lumaOf, unroll } from './polar.ts'
import { measureQuality, type Quality } from './quality.ts'
import { END_TOLERANCE, modulo, type Scale, turnAt } from './scale.ts'
import type { Picture } from './types.ts'

export interface DialReading extends NeedleEvidence {
  /** Clockwise from twelve o'clock. */
  degree: number
  /** Pixels of the picture from the axis. */
  tip: number
  /** Degrees by which the direction may be off. */
  tolerance: number
  quality: Quality
}

/** Scale radius in pixels for finding streaks. */
const RADIUS = 112
const GRID = { inner: 0.16, outer: 1.04, rings: 64, steps: 360 }
/** A weaker streak is as good as none where the network sees its needle elsewhere. */
const WEAK = 0.5
/** Of the strongest streak: what a needle's own has beside a printed line. */
const STRONG = 0.7
/** Fraction of the strongest streak that any other stays below if the strongest is alone. */
const LONE = 0.4
/** In scale radii: needles begin at the hub, printed marks and limit hands further out. */
const ROOT = 0.45
/** A scale with a smaller sweep is behind a window: beyond its ends is the front plate. */
const WIDE = 180
const MARGIN = 16
/** In scale radii, when no streak shows the end. */
const USUAL_TIP = 0.85

/**
 * Finds the needle twice, within the scale and a little beyond its pins: by a network, and by streaks that
 * differ from their ring. Null: the dial is outside the picture.
 */
export function readDial(
  picture: Picture,
  position: DialPosition,
  scale: Scale,
  network: Network,
): DialReading | null {
  const coarse = cropDial(picture, position, NETWORK_RADIUS, NETWORK_REACH)
  const fine = cropDial(picture, position, RADIUS, GRID.outer)
  if (!coarse || !fine) return null
  const onScale = (degree: number) => within(scale, degree, END_TOLERANCE)
  const estimate = estimateNeedle(coarse, network, onScale, (degree) => shows(scale, degree))
  const streaks = findStreaks(unroll(fine, GRID), onScale)
  const strongest = chooseNeedle(streaks, onScale)
  const near = chooseNeedle(streaks, (degree) => onScale(degree) && between(degree, estimate.degree) <= SAME)
  const agreed = near && between(near.degree, estimate.degree) <= SAME ? near : null
  const elsewhereOnScale = (degree: number) =>
    onScale(degree) && strongest !== null && between(degree, strongest.degree) > AT_ODDS
  const degree = agreed ? middle(agreed.degree, estimate.degree) : estimate.degree
  return {
    degree,
    tip: agreed ? agreed.tip * fine.size : USUAL_TIP * position.radius,
    estimate,
    apart: distance(strongest, estimate.degree),
    rooted: isRooted(agreed, strongest),
    lone: strongest !== null && isLone(strongest, chooseNeedle(streaks, elsewhereOnScale)),
    tolerance: (agreed ? between(agreed.degree, estimate.degree) : SAME) / 2,
    quality: measureQuality(lumaOf((position.radius < RADIUS ? coarse : fine).source)),
  }
}

function distance(strongest: Needle | null, degree: number): number | null {
  const apart = strongest && between(strongest.degree, degree)
  return strongest && apart !== null && (apart <= SAME || strongest.strength >= WEAK) ? apart : null
}

function isRooted(own: Needle | null, strongest: Needle | null): boolean {
  return own !== null && own.root <= ROOT * RADIUS && own.strength >= STRONG * (strongest?.strength ?? 0)
}

function isLone(strongest: Needle, next: Needle | null): boolean {
  return next === null || next.strength < LONE * strongest.strength
}

/** Their errors are independent. */
function middle(a: number, b: number): number {
  return modulo(a + (modulo(b - a + 180, 360) - 180) / 2, 360)
}

/** 0..180. */
function between(a: number, b: number): number {
  return Math.abs(modulo(a - b + 180, 360) - 180)
}

/** On the scale or up to `beyond` degrees past its ends. */
function within(scale: Scale, degree: number, beyond: number): boolean {
  const turn = turnAt(scale, degree)
  return turn >= -beyond && turn <= scale.sweep + beyond
}

function shows(scale: Scale, degree: number): boolean {
  return scale.sweep >= WIDE || within(scale, degree, MARGIN)
}
