import type { Mark } from './mark.ts'
import { exponential } from './math.ts'
import { findPointer } from './pointer.ts'
import { LANES, type Profile, profileAlong, type Strip, stripOf, wiped } from './profile.ts'
import { type Floors, measure, objection } from './quality.ts'
import { greyOf } from './resample.ts'
import { CONFIDENT, conclude, decimalsFor, decimalsOf, refuse, type Seen } from './result.ts'
import { parseArea } from './settings.ts'
import { findSurface } from './surface.ts'
import type { Picture, ReaderSettings, Reason, Rectangle } from './types.ts'

const FLOORS: Floors = { contrast: 6, sharpness: 0.05 }
/** How many lanes to the side a tube or slot may lean over the length of its area. */
const SLANTS = [0, -3, 3, -6, 6, -9, 9]
/** Marks within this share of the range are one. */
const NEAR = 0.015
/** A surface or pointer within this share beyond an end stands on it. */
const ON_THE_END = 0.01

/** What this share of the lanes sees is as good as nothing. */
const SCARCELY = 0.2
/** From this confidence on no other slant is tried. */
const PLAIN = 0.98
const GLARING = 0.1

type Finder = (profile: Profile) => Mark | null

/** How a kind of mark is looked for, and how likely it is right by the lanes that see it. */
interface Method {
  find: Finder
  /** Weights of the share of lanes that see it, of their share among lanes that see any mark, of the product, and 1. */
  weights: readonly [number, number, number, number]
  most: number
}

/** The weights come from tests/support/columns.ts: 700 drawn columns, wrong ones counted two and a half times. */
const SURFACE: Method = { find: findSurface, weights: [-0.9, 5.77, 3.69, -3.42], most: 1 }
const POINTER: Method = { find: findPointer, weights: [1.94, 1.36, 7.15, -4.35], most: 1 }
/** A clear liquid shows only the line of its surface. */
const LINE: Method = { find: findPointer, weights: [0.32, 1.66, 5.77, -2.98], most: 0.95 }

interface Vote {
  share: number
  confidence: number
  /** Share of the lanes that see it, each as clearly as it does. */
  seen: number
}

/** Reads a column of liquid (type 5) or a pointer on a straight scale (type 6) inside the area, by the range. */
export function readColumn(picture: Picture, settings: ReaderSettings): Seen {
  const parsed = settings.area === null ? null : parseArea(settings.area)
  const area = parsed?.ok ? parsed.value : null
  const { range } = settings
  if (!area || !range) return refuse('unknown', { area })
  const span = Math.abs(range.end - range.start)
  if (!(span > 0 && Number.isFinite(span))) return refuse('unknown', { area })
  const against = objection(measure(greyOf(picture, around(area))), FLOORS)
  if (against) return refuse(against, { area })
  const strip = stripOf(picture, area)
  const vote = settings.type === 5 ? levelIn(strip) : poll(strip, POINTER)
  if (!vote || (vote.confidence < CONFIDENT && vote.seen < SCARCELY)) return refuse('low contrast', { area })
  if (vote.share < -ON_THE_END || vote.share > 1 + ON_THE_END) return refuse('outside scale', { area })
  const share = Math.min(1, Math.max(0, vote.share))
  const { x1, y1, x2, y2 } = area
  const x = x1 + share * (x2 - x1)
  const y = y2 - share * (y2 - y1)
  return conclude({
    value: range.start + share * (range.end - range.start),
    decimals: decimalsFor(span),
    shownDecimals: decimalsOf(settings),
    confidence: vote.confidence,
    reasons: vote.confidence < CONFIDENT ? doubts(picture, area) : [],
    frame: {
      area,
      mark: strip.vertical
        ? { from: { x: x1, y }, to: { x: x2, y } }
        : { from: { x, y: y1 }, to: { x, y: y2 } },
    },
  })
}

/** The area with its like on either side: a glass shows by what stands beside it. */
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
  return measure(greyOf(picture, area)).saturated > GLARING ? ['glare'] : []
}

/** Where the colour changes; where that is not sure, a line alone. */
function levelIn(strip: Strip): Vote | null {
  const surface = poll(wiped(strip), SURFACE)
  if (surface && surface.confidence >= CONFIDENT) return surface
  const line = poll(strip, LINE)
  return line && line.confidence > (surface?.confidence ?? 0) ? line : surface
}

/** Each lane votes for where it sees a mark. The tube may lean: the slant with the clearest vote counts. */
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
    if (clearest && clearest.confidence >= PLAIN) break
  }
  return clearest
}

function count(marks: readonly Mark[], { weights, most }: Method): Vote | null {
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
  return { share: shares[shares.length >> 1] ?? 0, confidence: most * likelihood, seen }
}
