import type { ReplacedAt } from '../values/consumption.ts'
import type { Decimal } from './decimal.ts'
import type { Rounding } from './rounding.ts'
import { interpolate, type LinkPart, roundIndex, type Segment, segmentsOf, sumOf } from './segments.ts'
import {
  type CountingHistory,
  type Entry,
  type Moment,
  type Point,
  type Terms,
  type Timeline,
  timelineOf,
} from './timeline.ts'

/** How far an index or a usage can be relied on, from best to worst. */
export const usageMarks = ['exact', 'interpolated', 'estimated', 'unknown'] as const
export type UsageMark = (typeof usageMarks)[number]

/** All that a meter's usage follows from. Entries and replacements are sorted by time. */
export interface MeterHistory extends CountingHistory {
  entries: readonly Entry[]
  replacements: readonly ReplacedAt[]
  rounding: Rounding
}

/** A meter's history, lined up once for any number of periods. */
export interface Ledger {
  timeline: Timeline
  terms: readonly Terms[]
  rounding: Rounding
}

/** The index at the boundary of a period. */
export interface BoundaryIndex {
  value: Decimal
  at: number
  mark: Exclude<UsageMark, 'unknown'>
  /** The reading at that moment, or the ones before and after it. */
  readingIds: number[]
}

export interface Usage {
  /** In the meter's unit, multiplied; null if unknown. */
  usage: Decimal | null
  mark: UsageMark
  /** Null if unknown. */
  start: BoundaryIndex | null
  end: BoundaryIndex | null
  /** How the usage came about; empty if unknown. */
  segments: Segment[]
}

/** An index between two points that are further apart is not known. Milliseconds. */
const longestInterpolation = 45 * 86_400_000

export const ledgerOf = ({ entries, replacements, terms, rate, rounding }: MeterHistory): Ledger => ({
  timeline: timelineOf(entries, replacements, { terms, rate }),
  terms,
  rounding,
})

/** A moment in the timeline: at a point, or on the link behind it. */
interface Position extends Moment {
  index: number
  boundary: BoundaryIndex
}

/** Returns the number of points until a moment, this moment included. */
function countUntil(points: readonly Point[], at: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.at ?? at) <= at) low = middle + 1
    else high = middle
  }
  return low
}

function locate({ timeline: { points, links }, rounding }: Ledger, at: number): Position | null {
  const index = countUntil(points, at) - 1
  const point = points[index]
  if (point === undefined) return null
  const found = (moment: Moment, readMark: BoundaryIndex['mark'], neighbours: readonly Point[]): Position => {
    const mark = neighbours.some(({ kind }) => kind === 'estimate') ? 'estimated' : readMark
    const readingIds = neighbours.flatMap(({ readingId }) => readingId ?? [])
    return { ...moment, index, boundary: { at, value: roundIndex(moment.shown, rounding), mark, readingIds } }
  }
  if (point.at === at) return found(point, 'exact', [point])
  const link = links[index]
  if (link === undefined || link.problem !== null || link.to.at - link.from.at > longestInterpolation) {
    return null
  }
  return found(interpolate(link, at), 'interpolated', [link.from, link.to])
}

/** Returns the usage from one moment until another, which is later. */
export const usageBetween = (ledger: Ledger, from: number, to: number): Usage =>
  usageOf(ledger, locate(ledger, from), locate(ledger, to))

/** Returns the usage from each boundary until the next one. */
export function usagesByPeriod(ledger: Ledger, boundaries: readonly number[]): Usage[] {
  const found = boundaries.map((at) => locate(ledger, at))
  return found.slice(1).map((last, index) => usageOf(ledger, found[index] ?? null, last))
}

function usageOf(
  { timeline, terms, rounding }: Ledger,
  first: Position | null,
  last: Position | null,
): Usage {
  const [start, end] = [first?.boundary ?? null, last?.boundary ?? null]
  const unknown: Usage = { usage: null, mark: 'unknown', start, end, segments: [] }
  if (first === null || last === null || start === null || end === null) return unknown
  const parts = partsBetween(timeline, first, last)
  if (parts.some(({ link }) => link.problem !== null)) return unknown
  const segments = segmentsOf(parts, terms)
  const splits = segments.filter(({ isSplit }) => isSplit)
  const marks = [start.mark, end.mark, ...splits.map(({ hasEstimate }) => splitMark(hasEstimate))]
  const mark = usageMarks.findLast((each) => marks.some((given) => given === each)) ?? 'exact'
  return { usage: sumOf(segments, rounding), mark, start, end, segments }
}

/** Returns the usage until the last index within a period; null where there is none or that usage is unknown. */
export function usageSoFar(ledger: Ledger, from: number, to: number): Usage | null {
  const { points } = ledger.timeline
  const last = points[countUntil(points, to) - 1]
  if (last === undefined || last.at <= from) return null
  const found = usageBetween(ledger, from, last.at)
  return found.usage === null ? null : found
}

/** Whether the counter ran backwards between two moments, which neither a rollover nor an estimate explains. */
export const ranBackwards = ({ timeline: { links } }: Ledger, from: number, to: number): boolean =>
  links.some((link) => link.problem === 'backwards' && link.to.at > from && link.from.at < to)

const splitMark = (hasEstimate: boolean) => (hasEstimate ? 'estimated' : 'interpolated')

function partsBetween({ links }: Timeline, first: Position, last: Position): LinkPart[] {
  return links.slice(first.index, last.index + 1).flatMap((link, offset) => {
    const index = first.index + offset
    const from = index === first.index ? first : link.from
    const to = index === last.index ? last : link.to
    // Nothing lies behind a point at which the period ends.
    return index === last.index && to.at === link.from.at ? [] : [{ link, from, to }]
  })
}
