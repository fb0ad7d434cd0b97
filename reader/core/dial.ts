import { estimateNeedle, NETWORK_RADIUS, NETWORK_REACH, type NeedleEstimate } from './needle-estimate.ts'
import { chooseNeedle, findStreaks } from './needle-streak.ts'
import type { Network } from './network.ts'
import { cropDial, type DialPosition, lumaOf, unroll } from './polar.ts'
import { measureQuality, type Quality } from './quality.ts'
import { END_TOLERANCE, modulo, type Scale, turnAt } from './scale.ts'
import type { Picture } from './types.ts'

export interface DialReading {
  /** Clockwise from twelve o'clock. */
  degree: number
  /** Pixels of the picture from the axis. */
  tip: number
  estimate: NeedleEstimate
  /** Degrees between the network's direction and the strongest streak's; null: no streak. */
  apart: number | null
  /** Degrees by which the direction may be off. */
  tolerance: number
  quality: Quality
}

/** Scale radius in pixels for finding streaks. */
const RADIUS = 112
const GRID = { inner: 0.16, outer: 1.04, rings: 64, steps: 360 }
/** Degrees within which network and streak mean the same needle. */
const SAME = 4
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
  const degree = agreed ? middle(agreed.degree, estimate.degree) : estimate.degree
  return {
    degree,
    tip: agreed ? agreed.tip * fine.size : USUAL_TIP * position.radius,
    estimate,
    apart: strongest && between(strongest.degree, estimate.degree),
    tolerance: (agreed ? between(agreed.degree, estimate.degree) : SAME) / 2,
    quality: measureQuality(lumaOf((position.radius < RADIUS ? coarse : fine).source)),
  }
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
