import { arctangent2 } from './math.ts'

/** The needle's centre on one ring. */
export interface NeedleCentre {
  /** Pixels from the axis. */
  radius: number
  /** Pixels across the found direction, positive clockwise. */
  aside: number
}

interface NeedleLine {
  /** Pixels from the axis to the outer end. */
  tip: number
  /** Radians from the found direction to the outer end, positive clockwise. */
  lean: number
}

/** Pixels from the line to an inlier. */
const TOLERANCE = 1.2

/**
 * Robust fit to a needle's centres, against numerals and ticks: the line through two centres with most
 * inliers, then least squares. It need not pass through the axis: a hub that floats over the dial looks
 * shifted, the tip does not. Null: too few centres.
 */
export function fitLine(middles: readonly NeedleCentre[]): NeedleLine | null {
  const members = largestAgreement(middles)
  const last = members.at(-1)
  if (!last || members.length < 3) return null
  let sumR = 0
  let sumA = 0
  for (const { radius, aside } of members) {
    sumR += radius
    sumA += aside
  }
  const meanR = sumR / members.length
  const meanA = sumA / members.length
  let covariance = 0
  let variance = 0
  for (const { radius, aside } of members) {
    covariance += (radius - meanR) * (aside - meanA)
    variance += (radius - meanR) * (radius - meanR)
  }
  const aside = meanA + (covariance / variance) * (last.radius - meanR)
  return { tip: last.radius, lean: arctangent2(aside, last.radius) }
}

function largestAgreement(middles: readonly NeedleCentre[]): NeedleCentre[] {
  let best: NeedleCentre[] = []
  const apart = Math.max(1, middles.length >> 2)
  middles.forEach((a, i) => {
    for (const b of middles.slice(i + apart)) {
      const slope = (b.aside - a.aside) / (b.radius - a.radius)
      const agreeing = middles.filter(
        ({ radius, aside }) => Math.abs(aside - a.aside - slope * (radius - a.radius)) <= TOLERANCE,
      )
      if (agreeing.length > best.length) best = agreeing
    }
  })
  return best
}
