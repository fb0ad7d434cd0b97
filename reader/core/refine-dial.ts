import { cosine, sine } from './math.ts'
import { cropDial, type DialPosition, lumaOf } from './polar.ts'
import { linear, type Raster } from './resample.ts'
import { ANGLE_TOLERANCE, type Scale } from './scale.ts'
import type { Picture } from './types.ts'

/** Radii of the ticks in scale radii, and the samples. */
const INNER = 0.6
const OUTER = 1.3
const RINGS = 24
const STEPS = 120
const RADIUS = 48
/** Maximum shift in scale radii; steps are halved. */
const REACH = 0.12
const HALVINGS = 5
/** Cost of a shift by one scale radius, as a multiple of the best agreement. */
const COST = 8
/** Minimum fraction of the brightness variance that real ticks explain. */
const EVIDENCE = 0.04

/**
 * Even divisions of a full circle in tens, hundreds and so on with ideal pins; else null.
 *
 * Ideal pins describe the dial, not the picture: an axis error shifts them too. Pins set on a picture are
 * right whatever the axis.
 */
export function evenDivisionsOf(scale: Scale): number | null {
  if (scale.sweep !== 360) return null
  const span = Math.abs((scale.pins.at(-1)?.value ?? 0) - (scale.pins[0]?.value ?? 0))
  let tens = 10
  while (tens < span) tens *= 10
  if (tens !== span) return null
  const first = scale.pins[0]?.value ?? 0
  const even = scale.pins.every(
    ({ turn, value }) => Math.abs(turn - (360 * Math.abs(value - first)) / span) <= ANGLE_TOLERANCE,
  )
  return even ? 10 : null
}

/**
 * Moves the axis of an evenly divided full circle to where its ticks are even: correlates rings around every
 * shift nearby with waves of as many crests. `start`: degrees of the first tick.
 */
export function refineDialAxis(
  picture: Picture,
  position: DialPosition,
  divisions: number,
  start: number,
): DialPosition {
  const cut = cropDial(picture, position, RADIUS, OUTER + 2 * REACH)
  if (!cut) return position
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
  if (best.share < EVIDENCE) return position
  return { ...position, x: position.x + best.x * position.radius, y: position.y + best.y * position.radius }
}

interface Agreement {
  /** Shift in scale radii. */
  x: number
  y: number
  /** Amplitude at the ticks, in grey levels. */
  ticks: number
  /** Fraction of the variance that this explains. */
  share: number
}

interface Rings {
  /** Radii in pixels. */
  across: Float64Array
  down: Float64Array
  /** Three waves summed, with one, two and three crests a tick. */
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

/** The `as number`: typed arrays read within their bounds, in a hot loop. */
function agreement(grey: Raster, rings: Rings, axisX: number, axisY: number) {
  const levels = new Float64Array(STEPS)
  let ticks = 0
  let all = 0
  for (let ring = 0; ring < RINGS; ring++) {
    let sum = 0
    let count = 0
    for (let step = 0; step < STEPS; step++) {
      const position = ring * STEPS + step
      const x = axisX + (rings.across[position] as number) - 0.5
      const y = axisY + (rings.down[position] as number) - 0.5
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

/** Bilinear; -1 outside the picture. */
function levelAt({ width, height, data }: Raster, x: number, y: number): number {
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return -1
  const left = Math.min(Math.floor(x), width - 2)
  const top = Math.min(Math.floor(y), height - 2)
  return linear(data, top * width + left, 1, width, x - left, y - top)
}
