import type { Mark } from './mark.ts'
import type { Profile } from './profile.ts'
import type { Reason } from './types.ts'

/** Distance in colour, in grey levels, between a pointer and its ground that is needed. */
const STEP = 30
/** How wide a pointer can be, as a share of the scale. */
const WIDEST_POINTER = 0.2

/** Finds the one narrow stretch of a profile that differs from the rest; its middle is the mark. Else the reason. */
export function findPointer(profile: Profile): Mark | Reason {
  const { length } = profile
  const distances = distancesFromMedian(profile)
  const runs = stretches(distances)
  const sorted = runs.sort((a, b) => b.strength - a.strength)
  const best = sorted[0]
  if (!best || best.to - best.from > WIDEST_POINTER * length) return 'low contrast'
  const rival = sorted[1]?.strength ?? 0
  const alone = Math.min(1, (1 - rival / best.strength) / 0.4)
  return { share: (best.from + best.to) / 2 / length, confidence: 0.4 + 0.6 * alone }
}

function distancesFromMedian(profile: Profile): Float64Array {
  const { data, length } = profile
  const distances = new Float64Array(length)
  for (let channel = 0; channel < 3; channel++) {
    const values = Float32Array.from({ length }, (_, place) => data[place * 3 + channel] ?? 0)
    const median = values.toSorted()[length >> 1] ?? 0
    values.forEach((value, place) => {
      distances[place] = (distances[place] ?? 0) + (value - median) ** 2
    })
  }
  return distances.map(Math.sqrt)
}

/** Stretches of places further than half the greatest distance (and no less than the needed step). */
function stretches(distances: Float64Array): { from: number; to: number; strength: number }[] {
  const threshold = Math.max(STEP, Math.max(...distances) / 2)
  const found: { from: number; to: number; strength: number }[] = []
  distances.forEach((distance, place) => {
    if (distance < threshold) return
    const last = found.at(-1)
    if (last && last.to === place) {
      last.to = place + 1
      last.strength += distance
    } else {
      found.push({ from: place, to: place + 1, strength: distance })
    }
  })
  return found
}
