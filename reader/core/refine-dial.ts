import { cosine, sine } from './math.ts'
import { cutDial, type DialPosition, lumaOf } from './polar.ts'
import { linear, type Raster } from './resample.ts'
import { EVEN, type Scale } from './scale.ts'
import type { Picture } from './types.ts'

/** Where the ticks of a small dial lie, in scale radii, and how many places are looked at. */
const INNER = 0.6
const OUTER = 1.3
const RINGS = 24
const STEPS = 120
const RADIUS = 48
/** How far the axis may be off, in scale radii; shifts are tried in steps that are halved. */
const REACH = 0.12
const HALVINGS = 5
/** What a shift of a whole scale radius costs, as a multiple of the best agreement. */
const COST = 8
/** Ticks that are there explain at least this share of the brightness around the rings. */
const EVIDENCE = 0.04

/**
 * The number of even divisions of a dial that goes once round in tens, hundreds and so on, whose pins stand where an
 * ideal dial has them; null for any other.
 *
 * Such pins say how the dial is made, not where it was seen: if its axis is off, they are off with it. Pins set one
 * by one on a picture are right as they are, whatever the axis.
 */
export function tensOf(scale: Scale): number | null {
  if (scale.sweep !== 360) return null
  const span = Math.abs((scale.pins.at(-1)?.value ?? 0) - (scale.pins[0]?.value ?? 0))
  let tens = 10
  while (tens < span) tens *= 10
  if (tens !== span) return null
  const first = scale.pins[0]?.value ?? 0
  const even = scale.pins.every(
    ({ turn, value }) => Math.abs(turn - (360 * Math.abs(value - first)) / span) <= EVEN,
  )
  return even ? 10 : null
}

/**
 * Moves the axis of an evenly divided full circle to where its ticks stand evenly: every shift nearby is tried, and the
 * rings around it compared with waves that have as many crests as the dial has divisions.
 *
 * @param start degrees at which the first tick stands
 */
export function refineDialAxis(
  picture: Picture,
  place: DialPosition,
  divisions: number,
  start: number,
): DialPosition {
  const cut = cutDial(picture, place, RADIUS, OUTER + 2 * REACH)
  if (!cut) return place
  const rings = layRings(divisions, start)
  const grey = lumaOf(cut.source)
  const agreementAt = (x: number, y: number): Agreement => ({
    x,
    y,
    ...agreement(grey, rings, cut.x + x * RADIUS, cut.y + y * RADIUS),
  })
  let best = agreementAt(0, 0)
  let greatest = best.ticks
  for (let halving = 0, step = REACH / 2; halving < HALVINGS; halving++, step /= 2) {
    const around = halving === 0 ? 2 : 1
    const { x, y } = best
    const tried: Agreement[] = []
    for (let across = -around; across <= around; across++) {
      for (let down = -around; down <= around; down++) {
        if (across !== 0 || down !== 0) tried.push(agreementAt(x + across * step, y + down * step))
      }
    }
    for (const { ticks } of tried) greatest = Math.max(greatest, ticks)
    const worth = (one: Agreement) => one.ticks - COST * greatest * (one.x * one.x + one.y * one.y)
    for (const one of tried) if (worth(one) > worth(best)) best = one
  }
  if (best.share < EVIDENCE) return place
  return { ...place, x: place.x + best.x * place.radius, y: place.y + best.y * place.radius }
}

interface Agreement {
  /** The shift in scale radii. */
  x: number
  y: number
  /** How strongly the rings swing with the ticks, in grey levels. */
  ticks: number
  /** The share of all that happens on those rings that does. */
  share: number
}

interface Rings {
  /** Pixels from the axis, ring by ring. */
  across: Float64Array
  down: Float64Array
  /** By step: the sum of three waves with as many crests, twice and three times as many as there are ticks. */
  wave: Float64Array
}

function layRings(divisions: number, start: number): Rings {
  const across = new Float64Array(RINGS * STEPS)
  const down = new Float64Array(RINGS * STEPS)
  const wave = new Float64Array(STEPS)
  for (let step = 0; step < STEPS; step++) {
    const angle = (step / STEPS) * 2 * Math.PI
    const turn = divisions * (angle - (start * Math.PI) / 180)
    wave[step] = cosine(turn) + cosine(2 * turn) + cosine(3 * turn)
    const right = sine(angle)
    const up = cosine(angle)
    for (let ring = 0; ring < RINGS; ring++) {
      const radius = RADIUS * (INNER + ((ring + 0.5) / RINGS) * (OUTER - INNER))
      across[ring * STEPS + step] = radius * right
      down[ring * STEPS + step] = -radius * up
    }
  }
  return { across, down, wave }
}

/** The `as number`: typed arrays read within their bounds, for every place of every shift. */
function agreement(grey: Raster, rings: Rings, axisX: number, axisY: number) {
  const levels = new Float64Array(STEPS)
  let ticks = 0
  let all = 0
  for (let ring = 0; ring < RINGS; ring++) {
    let sum = 0
    let count = 0
    for (let step = 0; step < STEPS; step++) {
      const place = ring * STEPS + step
      const x = axisX + (rings.across[place] as number) - 0.5
      const y = axisY + (rings.down[place] as number) - 0.5
      const level = levelAt(grey, x, y)
      levels[step] = level
      if (level < 0) continue
      sum += level
      count++
    }
    if (count < STEPS / 2) continue
    let swing = 0
    let squares = 0
    for (let step = 0; step < STEPS; step++) {
      const level = levels[step] as number
      if (level < 0) continue
      const off = level - sum / count
      squares += off * off
      swing += off * (rings.wave[step] as number)
    }
    ticks += (swing / STEPS) * (swing / STEPS)
    all += squares / STEPS
  }
  return { ticks: Math.sqrt(ticks), share: all > 0 ? ticks / all : 0 }
}

/** The level between pixels; -1 outside the picture. */
function levelAt({ width, height, data }: Raster, x: number, y: number): number {
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return -1
  const left = Math.min(Math.floor(x), width - 2)
  const top = Math.min(Math.floor(y), height - 2)
  return linear(data, top * width + left, 1, width, x - left, y - top)
}
