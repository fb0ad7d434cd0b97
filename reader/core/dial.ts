import { chooseNeedle, findStreaks } from './needle.ts'
import type { Network } from './network.ts'
import { NETWORK_RADIUS, NETWORK_REACH, type Opinion, runNetwork } from './opinion.ts'
import { cutDial, type DialPosition, lumaOf, unroll } from './polar.ts'
import { measure, type Quality } from './quality.ts'
import { modulo, PLAY, type Scale, turnAt } from './scale.ts'
import type { Picture } from './types.ts'

export interface DialReading {
  /** Degrees clockwise from twelve o'clock. */
  degree: number
  /** Pixels of the picture from the axis to where the needle ends. */
  tip: number
  /** What the network thinks. */
  opinion: Opinion
  /** Degrees between the network's direction and that of the strongest streak; null without a streak. */
  apart: number | null
  /** Degrees by which the direction may be off: half of what the two differ by, or what they may. */
  leeway: number
  quality: Quality
}

/** The scale radius in pixels at which streaks are looked for. */
const RADIUS = 112
/** The rings looked at for streaks. */
const GRID = { inner: 0.16, outer: 1.04, rings: 64, steps: 360 }
/** Degrees around the network's direction within which a streak is the same needle. */
const SAME = 4
/** A scale that is shorter is seen through a window: what lies further beyond its ends is the instrument's front. */
const WIDE = 180
const MARGIN = 16
/** Where a needle ends when no streak tells, in scale radii. */
const USUAL_TIP = 0.85

/**
 * Looks for the needle of a dial in two ways, within the scale and a little beyond its end pins: a network says where
 * it stands, streaks that differ from their ring say it independently.
 *
 * @returns null when the dial does not lie in the picture
 */
export function readDial(
  picture: Picture,
  place: DialPosition,
  scale: Scale,
  network: Network,
): DialReading | null {
  const coarse = cutDial(picture, place, NETWORK_RADIUS, NETWORK_REACH)
  const fine = cutDial(picture, place, RADIUS, GRID.outer)
  if (!coarse || !fine) return null
  const onScale = (degree: number) => within(scale, degree, PLAY)
  const opinion = runNetwork(coarse, network, onScale, (degree) => shows(scale, degree))
  const streaks = findStreaks(unroll(fine, GRID), onScale)
  const strongest = chooseNeedle(streaks, onScale)
  const near = chooseNeedle(streaks, (degree) => onScale(degree) && between(degree, opinion.degree) <= SAME)
  const agreed = near && between(near.degree, opinion.degree) <= SAME ? near : null
  const degree = agreed ? middle(agreed.degree, opinion.degree) : opinion.degree
  return {
    degree,
    tip: agreed ? agreed.tip * fine.size : USUAL_TIP * place.radius,
    opinion,
    apart: strongest && between(strongest.degree, opinion.degree),
    leeway: (agreed ? between(agreed.degree, opinion.degree) : SAME) / 2,
    quality: measure(lumaOf((place.radius < RADIUS ? coarse : fine).source)),
  }
}

/** Half way between two directions: the two errors have nothing to do with each other. */
function middle(a: number, b: number): number {
  return modulo(a + (modulo(b - a + 180, 360) - 180) / 2, 360)
}

/** Degrees between two directions, 0..180. */
function between(a: number, b: number): number {
  return Math.abs(modulo(a - b + 180, 360) - 180)
}

/** Whether a direction lies on the scale or so many degrees beyond its ends. */
function within(scale: Scale, degree: number, beyond: number): boolean {
  const turn = turnAt(scale, degree)
  return turn >= -beyond && turn <= scale.sweep + beyond
}

function shows(scale: Scale, degree: number): boolean {
  return scale.sweep >= WIDE || within(scale, degree, MARGIN)
}
