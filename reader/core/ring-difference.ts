import type { Polar } from './polar.ts'

/** Colour counts more than luma: shadows have no colour difference. */
const COLOUR_WEIGHT = 1.3
/** In grey levels. */
const NOISE = 8
const HIGHEST = 3

/**
 * Difference of each sample of an unrolled dial from the dial around it, 0..3: colour distance from the
 * median of its ring within `reach` steps to both sides, over the ring's usual distance. Wide bands, shading
 * and soft shadows are part of the median; a narrow needle stands out. Only steps on the dial (`ground`)
 * count.
 */
export function differenceFromRing(
  polar: Polar,
  reach: number,
  ground: (step: number) => boolean,
): Float32Array {
  const { rings, steps } = polar
  const data = lightAndColour(polar.data)
  const counted = polar.seen.map((seen, position) => (ground(position % steps) ? seen : 0))
  const result = new Float32Array(rings * steps)
  for (let ring = 0; ring < rings; ring++) {
    const from = ring * steps
    const luma = runningMedian(data, counted, from, steps, 0, reach)
    const blue = runningMedian(data, counted, from, steps, 1, reach)
    const red = runningMedian(data, counted, from, steps, 2, reach)
    const distances = new Float64Array(steps)
    let count = 0
    for (let step = 0; step < steps; step++) {
      if (!polar.seen[from + step]) continue
      const at = (from + step) * 3
      const light = (data[at] ?? 0) - (luma[step] ?? 0)
      const cold = COLOUR_WEIGHT * ((data[at + 1] ?? 0) - (blue[step] ?? 0))
      const warm = COLOUR_WEIGHT * ((data[at + 2] ?? 0) - (red[step] ?? 0))
      const distance = Math.sqrt(light * light + cold * cold + warm * warm)
      result[from + step] = distance
      if (counted[from + step]) distances[count++] = distance
    }
    distances.subarray(0, count).sort()
    const usual = (distances[count >> 1] ?? 0) * 2.5 + NOISE
    for (let step = 0; step < steps; step++) {
      result[from + step] = Math.min(HIGHEST, (result[from + step] ?? 0) / usual)
    }
  }
  return result
}

function lightAndColour(colours: Float32Array): Float32Array {
  const result = new Float32Array(colours.length)
  for (let at = 0; at < colours.length; at += 3) {
    const red = colours[at] ?? 0
    const blue = colours[at + 2] ?? 0
    const luma = 0.299 * red + 0.587 * (colours[at + 1] ?? 0) + 0.114 * blue
    result[at] = luma
    result[at + 1] = 0.56 * (blue - luma)
    result[at + 2] = 0.71 * (red - luma)
  }
  return result
}

/** One a level, -256..255, for luma and colour differences. */
const BINS = 512

/** Running median along a ring, by a histogram. */
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
    const position = from + (((step % steps) + steps) % steps)
    if (!counted[position]) return
    const bin = Math.round(data[position * 3 + channel] ?? 0) + (BINS >> 1)
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
