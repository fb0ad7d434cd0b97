import type { Polar } from './polar.ts'

/** Colour differences count a little more than those of light: shadows have none. */
const COLOUR_WEIGHT = 1.3
/** Grey levels below which a difference is noise. */
const NOISE = 8
const HIGHEST = 3

/**
 * How much each place of an unrolled dial differs from the dial around it, 0..3: its distance in colour from
 * the median of its ring within `reach` steps to both sides, over the usual distance in that ring. Bands,
 * shading and half shadows are wide and so part of the median; a needle is narrow and stands out.
 *
 * @param ground whether the dial lies at a step: only such places count for the medians
 */
export function difference(polar: Polar, reach: number, ground: (step: number) => boolean): Float32Array {
  const { rings, steps, data } = polar
  const counted = polar.seen.map((seen, place) => (ground(place % steps) ? seen : 0))
  const result = new Float32Array(rings * steps)
  for (let ring = 0; ring < rings; ring++) {
    const from = ring * steps
    const medians = [0, 1, 2].map((channel) => runningMedian(data, counted, from, steps, channel, reach))
    const distances: number[] = []
    for (let step = 0; step < steps; step++) {
      if (!polar.seen[from + step]) continue
      let squares = 0
      medians.forEach((median, channel) => {
        const weight = channel === 0 ? 1 : COLOUR_WEIGHT
        squares += (weight * ((data[(from + step) * 3 + channel] ?? 0) - (median[step] ?? 0))) ** 2
      })
      const distance = Math.sqrt(squares)
      result[from + step] = distance
      if (counted[from + step]) distances.push(distance)
    }
    distances.sort((a, b) => a - b)
    const usual = (distances[distances.length >> 1] ?? 0) * 2.5 + NOISE
    for (let step = 0; step < steps; step++) {
      result[from + step] = Math.min(HIGHEST, (result[from + step] ?? 0) / usual)
    }
  }
  return result
}

/** Bins of one level from -256 to 255 hold every luma and colour difference. */
const BINS = 512

/** Median along a ring, kept in a histogram that gains and loses one place a step. */
function runningMedian(
  data: Float32Array,
  counted: Uint8Array,
  from: number,
  steps: number,
  channel: number,
  reach: number,
): Float32Array {
  const histogram = new Int32Array(BINS)
  const medians = new Float32Array(steps)
  let count = 0
  let below = 0
  let median = BINS >> 1
  const change = (step: number, by: 1 | -1) => {
    const place = from + (((step % steps) + steps) % steps)
    if (!counted[place]) return
    const bin = Math.round(data[place * 3 + channel] ?? 0) + (BINS >> 1)
    histogram[bin] = (histogram[bin] ?? 0) + by
    count += by
    if (bin < median) below += by
  }
  for (let step = -reach; step < reach; step++) change(step, 1)
  for (let step = 0; step < steps; step++) {
    change(step + reach, 1)
    while (median > 0 && below > count / 2) {
      median--
      below -= histogram[median] ?? 0
    }
    while (median < BINS - 1 && below + (histogram[median] ?? 0) <= count / 2) {
      below += histogram[median] ?? 0
      median++
    }
    medians[step] = median - (BINS >> 1)
    change(step - reach, -1)
  }
  return medians
}
