import { exponential } from '../math.ts'
import { type Floors, measureQuality, unreadableReason } from '../quality.ts'
import { greyOf } from '../resample.ts'
import { conclude, decimalsFor, decimalsOf, MIN_CONFIDENCE, noValue, type PictureResult } from '../result.ts'
import { parseArea } from '../settings.ts'
import type { Picture, ReaderSettings, Reason, Rectangle } from '../types.ts'
import type { Mark } from './column-mark.ts'
import { findPointer } from './column-pointer.ts'
import {
  LANES,
  type Profile,
  profileAlong,
  type Strip,
  stripOf,
  withoutNarrowMarks,
} from './column-profile.ts'
import { findSurface } from './column-surface.ts'

const FLOORS: Floors = { contrast: 6, sharpness: 0.05 }
/** Lanes by which a tube or slot may lean over its length. */
const SLANTS = [0, -3, 3, -6, 6, -9, 9]
/** Marks closer than this fraction of the range are merged. */
const NEAR = 0.015
/** Fraction of the range beyond an end that counts as on it. */
const ON_THE_END = 0.01

/** Below this fraction of the lanes a mark counts as not seen. */
const NOT_SEEN = 0.2
/** From this confidence on no other slant is tried. */
const CONFIDENT = 0.98
const GLARING = 0.1

type Finder = (profile: Profile) => Mark | null

/** A mark detector and the logistic weights of its confidence. */
interface Method {
  find: Finder
  /** Factors of the fraction of lanes that see it, its fraction of all votes, the product, and 1. */
  weights: readonly [number, number, number, number]
  maxConfidence: number
}

/** Fitted to the 700 drawn columns of tests/support/reader/drawn-columns.ts, wrong ones counted 2.5 times. */
const SURFACE: Method = { find: findSurface, weights: [-0.9, 5.77, 3.69, -3.42], maxConfidence: 1 }
const POINTER: Method = { find: findPointer, weights: [1.94, 1.36, 7.15, -4.35], maxConfidence: 1 }
/** A clear liquid shows only its surface line. */
const LINE: Method = { find: findPointer, weights: [0.32, 1.66, 5.77, -2.98], maxConfidence: 0.95 }

interface Vote {
  share: number
  confidence: number
  /** Sum of the lanes' weights over their number. */
  seen: number
}

/** Reads a column of liquid (type 5) or a pointer on a straight scale (type 6) by the range. */
export function readColumn(picture: Picture, settings: ReaderSettings): PictureResult {
  const parsed = settings.area === null ? null : parseArea(settings.area)
  const area = parsed?.ok ? parsed.value : null
  const { range } = settings
  if (!area || !range) return noValue('unknown', { area })
  const span = Math.abs(range.end - range.start)
  if (!(span > 0 && Number.isFinite(span))) return noValue('unknown', { area })
  const against = unreadableReason(measureQuality(greyOf(picture, around(area))), FLOORS)
  if (against) return noValue(against, { area })
  const strip = stripOf(picture, area)
  const vote = settings.type === 5 ? levelIn(strip) : poll(strip, POINTER)
  if (!vote || (vote.confidence < MIN_CONFIDENCE && vote.seen < NOT_SEEN))
    return noValue('low contrast', { area })
  if (vote.share < -ON_THE_END || vote.share > 1 + ON_THE_END) return noValue('outside scale', { area })
  const share = Math.min(1, Math.max(0, vote.share))
  const { x1, y1, x2, y2 } = area
  const x = x1 + share * (x2 - x1)
  const y = y2 - share * (y2 - y1)
  return conclude({
    value: range.start + share * (range.end - range.start),
    decimals: decimalsFor(span),
    shownDecimals: decimalsOf(settings),
    confidence: vote.confidence,
    reasons: vote.confidence < MIN_CONFIDENCE ? doubts(picture, area) : [],
    frame: {
      area,
      mark: strip.vertical
        ? { from: { x: x1, y }, to: { x: x2, y } }
        : { from: { x, y: y1 }, to: { x, y: y2 } },
    },
  })
}

/** Widened: the glass differs from what is beside it. */
function around({ x1, y1, x2, y2 }: Rectangle): Rectangle {
  const width = x2 - x1
  const height = y2 - y1
  return {
    x1: Math.max(0, x1 - width / 2),
    y1: Math.max(0, y1 - height / 2),
    x2: Math.min(1, x2 + width / 2),
    y2: Math.min(1, y2 + height / 2),
  }
}

function doubts(picture: Picture, area: Rectangle): Reason[] {
  return measureQuality(greyOf(picture, area)).saturated > GLARING ? ['glare'] : []
}

/** By the colour change; if not confident, by a line. */
function levelIn(strip: Strip): Vote | null {
  const surface = poll(withoutNarrowMarks(strip), SURFACE)
  if (surface && surface.confidence >= MIN_CONFIDENCE) return surface
  const line = poll(strip, LINE)
  return line && line.confidence > (surface?.confidence ?? 0) ? line : surface
}

/** Lanes vote for the mark they see; the slant with the clearest vote counts. */
function poll(strip: Strip, method: Method): Vote | null {
  let clearest: Vote | null = null
  for (const slant of SLANTS) {
    const marks: Mark[] = []
    for (let lane = LANES / 2 + 1; lane < LANES * 1.5; lane++) {
      const mark = method.find(profileAlong(strip, lane, slant))
      if (mark) marks.push(mark)
    }
    const vote = count(marks, method)
    if (vote && (!clearest || vote.confidence > clearest.confidence)) clearest = vote
    if (clearest && clearest.confidence >= CONFIDENT) break
  }
  return clearest
}

function count(marks: readonly Mark[], { weights, maxConfidence }: Method): Vote | null {
  let winners: readonly Mark[] = []
  let votes = 0
  let all = 0
  for (const { share, weight } of marks) {
    all += weight
    const near = marks.filter((mark) => Math.abs(mark.share - share) <= NEAR)
    const sum = near.reduce((total, mark) => total + mark.weight, 0)
    if (sum > votes) {
      votes = sum
      winners = near
    }
  }
  if (votes === 0) return null
  const shares = winners.map((mark) => mark.share).sort((a, b) => a - b)
  const seen = votes / LANES
  const united = votes / all
  const [a, b, c, d] = weights
  const likelihood = 1 / (1 + exponential(-(a * seen + b * united + c * seen * united + d)))
  return { share: shares[shares.length >> 1] ?? 0, confidence: maxConfidence * likelihood, seen }
}
