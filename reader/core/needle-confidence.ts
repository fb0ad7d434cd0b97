import type { NeedleEstimate } from './needle-estimate.ts'
import { MIN_CONFIDENCE } from './result.ts'

/** Degrees within which network and streak mean the same needle, and within which a lone streak confirms it. */
export const SAME = 4
const EXACT = 1
/** Degrees from which on they contradict each other. */
export const AT_ODDS = 10
export const CONTRADICTED = MIN_CONFIDENCE - 0.01
/** Confidence factor without a streak. */
const ALONE = 0.85
/** The network's probability of a plain needle, and the confidence in it beside a stronger streak. */
const PLAIN = 0.85
const OUTDONE = 0.75
/** Fraction of «none» and «elsewhere» that remains where a streak confirms the needle; maximum confidence by that. */
const LEFT = 0.2
const CONFIRMED = 0.85

/** Degrees. */
const HALF_DIVISION = 18

/** What was found of a needle. */
export interface NeedleEvidence {
  estimate: NeedleEstimate
  /** Degrees between the network's direction and the strongest streak's; null: none, or a weak one elsewhere. */
  apart: number | null
  /** The network's direction has a streak of its own: about as strong as the strongest, from the hub on. */
  rooted: boolean
  /** No other streak on the scale is nearly as strong as the strongest. */
  lone: boolean
}

/**
 * How much the network and the streak together say for the needle, 0..1. Calibrated on rendered gauges and
 * photographed dials with and without a needle (docs/decisions/065-confidence-in-a-needle.md): without one only a
 * printed line of a needle's length reaches a value, and what only the streak lets through is never sure. A streak that is
 * alone confirms even a thin needle that the network hardly sees (docs/decisions/116-thin-needles.md).
 */
export function needleConfidence({ estimate, apart, rooted, lone }: NeedleEvidence): number {
  const { there } = estimate
  if (apart === null) return there * ALONE
  if (apart <= SAME) {
    const none = apart <= EXACT && rooted && lone ? 0 : LEFT * estimate.none
    return Math.max(there, Math.min(CONFIRMED, confirmed(estimate, none)))
  }
  if (apart <= AT_ODDS) return there
  return Math.min(there, rooted && there >= PLAIN ? OUTDONE : CONTRADICTED)
}

/**
 * The same for a counter's small dial, whose short needle ends before the figure and the tick behind it: a stronger
 * streak over these, within half a division of the needle's own, means the same needle or the figure next to it, about
 * which the finer dial decides. Its needle is never thin, so that a lone streak does not replace the network.
 */
export function smallDialConfidence(evidence: NeedleEvidence): number {
  const { estimate, apart, rooted } = evidence
  const beside = apart !== null && apart <= HALF_DIVISION && rooted && estimate.there >= PLAIN
  return beside ? estimate.there : needleConfidence({ ...evidence, lone: false })
}

function confirmed({ there, rival, elsewhere }: NeedleEstimate, none: number): number {
  const all = there + rival + LEFT * elsewhere + none
  return all > 0 ? there / all : 0
}
