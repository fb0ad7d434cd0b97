import { type DialReading, readDial } from './dial.ts'
import { locateDial } from './locate.ts'
import { cosine, sine } from './math.ts'
import type { DialPosition } from './polar.ts'
import { type Floors, objection } from './quality.ts'
import { refineDialAxis, tensOf } from './refine-dial.ts'
import { CONFIDENT, conclude, decimalsFor, decimalsOf, refuse, type Seen } from './result.ts'
import { createScale, runsOneWay, type Scale, spanOf, valueAt } from './scale.ts'
import { parseArea, parseScale } from './settings.ts'
import type { Models, Picture, Point, ReaderSettings, Reason, Rectangle } from './types.ts'
import { extentOf } from './view.ts'

const FLOORS: Floors = { contrast: 10, sharpness: 0.08 }
/** Degrees by which the two opinions may differ, and what confidence is left to a value where they differ more: none. */
const AT_ODDS = 10
const DISBELIEVED = CONFIDENT - 0.01
/** What remains of the confidence in the network's opinion where there is no second one. */
const ALONE = 0.85
/** What remains of the confidence in a needle beyond an end pin: it seldom stands there. */
const BEYOND = 0.8
/** The share of its span by which a gauge may be misread, and what remains of the confidence where more is possible. */
const TOLERANCE = 0.02
const INEXACT = 0.85
/** From these probabilities on the needle is taken to stand off the scale, or not to be there. */
const ELSEWHERE = 0.7
const NONE = 0.5
/** How far a dial reaches beyond its pins and its axis, in scale radii. */
const RIM = 0.2
/** Places on a scale's arc that say how far it reaches. */
const ARC_STEPS = 36
/** Below this confidence much white in the picture is named as what hinders. */
const CERTAIN = 0.9
const GLARING = 0.15

/** Reads a round or rectangular gauge. */
export function readGauge(picture: Picture, settings: ReaderSettings, { needles }: Models): Seen {
  const parsed = settings.settings === null ? null : parseScale(settings.settings)
  const laid = parsed?.ok ? createScale(parsed.value) : null
  const scale = laid && runsOneWay(laid) ? laid : null
  const given = areaOf(settings)
  const located = scale && locateDial(picture, settings, given)
  if (!scale || !located) return refuse('unknown', { area: given })
  const divisions = tensOf(scale)
  const place =
    divisions === null ? located.place : refineDialAxis(picture, located.place, divisions, scale.start)
  const area = given ?? faceAt(picture, place, scale)
  const dial = readDial(picture, place, scale, needles)
  if (!dial) return refuse('unknown', { area })
  const against = objection(dial.quality, FLOORS)
  if (against) return refuse(against, { area })
  const hidden = hidingOf(dial)
  if (hidden) return doubtfully(dial, hidden, area)
  const { value, outside, perDegree } = valueAt(scale, dial.degree)
  const span = spanOf(scale.pins)
  const exact = dial.leeway * perDegree <= TOLERANCE * span
  const trust = located.share * (outside ? BEYOND : 1) * (exact ? 1 : INEXACT)
  const confidence = beliefIn(dial) * trust
  const reasons: Reason[] = outside && confidence >= CONFIDENT ? ['outside scale'] : []
  if (confidence < CERTAIN && dial.quality.saturated > GLARING) reasons.push('glare')
  return conclude({
    value,
    decimals: decimalsFor(span),
    shownDecimals: decimalsOf(settings),
    degree: dial.degree,
    confidence,
    reasons,
    frame: {
      area,
      needle: { from: pointAt(picture, place, 0, 0), to: pointAt(picture, place, dial.degree, dial.tip) },
    },
  })
}

/** How sure it is that the needle stands where it was read: by the network, as far as the streak does not gainsay it. */
function beliefIn({ opinion, apart }: DialReading): number {
  if (apart === null) return opinion.there * ALONE
  return apart > AT_ODDS ? Math.min(opinion.there, DISBELIEVED) : opinion.there
}

/** Why the network sees no needle on the scale; null when it does. */
function hidingOf({ opinion, quality }: DialReading): Reason | null {
  if (opinion.elsewhere > ELSEWHERE) return 'outside scale'
  if (opinion.none <= NONE) return null
  return quality.saturated > GLARING ? 'glare' : 'unknown'
}

/** No value, but a direction where both opinions would have had the needle stand alike. */
function doubtfully({ degree, opinion, apart }: DialReading, reason: Reason, area: Rectangle | null): Seen {
  const alike = reason !== 'outside scale' && apart !== null && apart <= AT_ODDS
  const confidence = Math.min(opinion.there, DISBELIEVED)
  return conclude({ degree: alike ? degree : null, confidence, reasons: [reason], frame: { area } })
}

function areaOf(settings: ReaderSettings): Rectangle | null {
  const parsed = settings.area === null ? null : parseArea(settings.area)
  return parsed?.ok ? parsed.value : null
}

/** What lies around a scale and its axis, as far as the picture shows it; null where it shows none of it. */
function faceAt(picture: Picture, place: DialPosition, { start, direction, sweep }: Scale): Rectangle | null {
  const points = [pointAt(picture, place, 0, 0)]
  for (let step = 0; step <= ARC_STEPS; step++)
    points.push(pointAt(picture, place, start + (direction * sweep * step) / ARC_STEPS, place.radius))
  const { left, top, right, bottom } = extentOf(points)
  const across = (RIM * place.radius) / picture.width
  const down = (RIM * place.radius) / picture.height
  const x1 = Math.max(0, left - across)
  const y1 = Math.max(0, top - down)
  const x2 = Math.min(1, right + across)
  const y2 = Math.min(1, bottom + down)
  return x1 < x2 && y1 < y2 ? { x1, y1, x2, y2 } : null
}

/** A place on the dial, so many pixels from its axis, as ratios of the picture. */
function pointAt(picture: Picture, place: DialPosition, degree: number, distance: number): Point {
  const turn = (degree * Math.PI) / 180
  return {
    x: (place.x + distance * sine(turn)) / picture.width,
    y: (place.y - distance * cosine(turn)) / picture.height,
  }
}
