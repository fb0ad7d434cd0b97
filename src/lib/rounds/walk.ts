import { deviceType } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Retake } from '../../../contract/review/retakes.ts'
import type { Round, Stop as ServerStop, SkipReason } from '../../../contract/rounds.ts'
import { isAbnormal, type ReadState, readState } from '../../../contract/values/abnormal.ts'
import type { Skip, ValueRow } from '../../../offline/rows.ts'
import { byServerClock, isUnsent, type Sendable } from '../../../offline/sendable.ts'
import { grace, isNewer, willArrive } from '../held/held.ts'

export interface WalkStop {
  meter: Meter
  placeNote: string
  state: 'captured' | 'skipped' | 'left'
  /** By this phone, ahead of the server's answer. */
  held: boolean
  /** On this phone only. */
  unsent: boolean
  /** Photographed, and nobody has decided about the value. */
  undecided: boolean
  /** Of a captured meter. */
  reading: {
    value: number | null
    at: number
    abnormal: boolean
    unsure: boolean
    state: ReadState | null
  } | null
  skip: { key: string; reason: SkipReason; note: string; at: number } | null
  /** Who captured or skipped it, where the server says so. */
  by: string | null
  /** It was captured, and somebody asks for another photograph, so that it is left again. */
  retake: Retake | null
}

/** A round as this phone knows it: the server's, with what the phone holds. */
export interface Walk {
  inspectionId: number
  name: string
  dueAt: string | null
  /** In the group's order. */
  stops: WalkStop[]
  captured: number
  skipped: number
  left: number
  unsent: number
}

/** What is known of a round: by the server, else the meters by number since midnight. */
export interface Known {
  round: Round | undefined
  /** When it came; milliseconds since 1970 by the phone's clock. */
  fetchedAt: number
  /** By the server's clock, as `now`. */
  midnight: number
  /** Keys of the skips that were taken back on this phone. */
  withdrawn: ReadonlySet<string>
  /** Ids of the readings of captures that were taken back on this phone. */
  withdrawnReadings: ReadonlySet<number>
  now: number
}

/** The last that the phone did to each meter, by its id. */
function newestOf<Row extends Sendable>(
  rows: readonly Row[],
  isAfter: (one: Row, other: Row) => boolean,
): ReadonlyMap<number, Row> {
  const newest = new Map<number, Row>()
  for (const row of rows) {
    const other = newest.get(row.meterId)
    if (willArrive(row) && (!other || isAfter(row, other))) newest.set(row.meterId, row)
  }
  return newest
}

/** Rounds follow one another; what was kept of one that is over gives the order of the next. */
function beginOf({ round, midnight, now }: Known): number {
  if (!round) return midnight
  const [begin, end] = [Date.parse(round.begins_at), Date.parse(round.ends_at)]
  return now < end ? begin : begin + Math.floor((now - begin) / (end - begin)) * (end - begin)
}

export const isOver = ({ round, now }: Known): boolean => !round || now >= Date.parse(round.ends_at)

/** Whether it is photographed on the rounds of an inspection group. */
export const isStop = ({ device, inspection_id }: Meter, inspectionId: number): boolean =>
  inspection_id === inspectionId && device?.type === deviceType.mobile

export function walkOf(
  inspection: { id: number; name: string },
  meters: readonly Meter[],
  captures: readonly ValueRow[],
  skips: readonly Skip[],
  known: Known,
): Walk {
  const { round, fetchedAt } = known
  const begin = beginOf(known)
  const over = isOver(known)
  const planned = new Map(round?.stops.map((stop) => [stop.meter_id, withoutWithdrawn(stop, known)]))
  const places = new Map(round?.stops.map((stop, index) => [stop.meter_id, index]))
  const place = ({ id }: Meter) => places.get(id) ?? Number.POSITIVE_INFINITY
  const newestCaptures = newestOf(
    captures.filter((row) => byServerClock(row.capturedAt, row) >= begin),
    isNewer,
  )
  const newestSkips = newestOf(
    skips.filter((row) => byServerClock(row.skippedAt, row) >= begin),
    (one, other) => one.seq > other.seq,
  )
  const stops = meters
    .filter((meter) => isStop(meter, inspection.id))
    .toSorted((a, b) => (place(a) === place(b) ? a.id - b.id : place(a) - place(b)))
    .map((meter): WalkStop => {
      const stop = planned.get(meter.id)
      // A later answer of the server tells what became of it.
      const unlessTold = <Row extends Sendable>(row: Row | undefined): Row | undefined =>
        !over && stop !== undefined && typeof row?.sentAt === 'number' && fetchedAt > row.sentAt + grace
          ? undefined
          : row
      const capture = unlessTold(newestCaptures.get(meter.id))
      const skip = unlessTold(newestSkips.get(meter.id))
      return stopOf(meter, over ? undefined : stop, stop?.place_note ?? '', capture, skip)
    })
  const count = (state: WalkStop['state']) => stops.filter((stop) => stop.state === state).length
  return {
    inspectionId: inspection.id,
    name: inspection.name,
    dueAt: over ? null : (round?.due_at ?? null),
    stops,
    captured: count('captured'),
    skipped: count('skipped'),
    left: count('left'),
    unsent: stops.filter(({ unsent }) => unsent).length,
  }
}

interface KnownStop extends ServerStop {
  /** Something of it was taken back on this phone, and the server does not say so yet. */
  takenBack: boolean
}

/** What the server says of a meter, without what was taken back on this phone. */
function withoutWithdrawn(stop: ServerStop, { withdrawn, withdrawnReadings }: Known): KnownStop {
  const isReadingGone = stop.reading !== null && withdrawnReadings.has(stop.reading.id)
  const isSkipGone = stop.skip !== null && withdrawn.has(stop.skip.key)
  return {
    ...stop,
    reading: isReadingGone ? null : stop.reading,
    skip: isSkipGone ? null : stop.skip,
    takenBack: isReadingGone || isSkipGone,
  }
}

function stopOf(
  meter: Meter,
  stop: KnownStop | undefined,
  placeNote: string,
  capture: ValueRow | undefined,
  skip: Skip | undefined,
): WalkStop {
  const common = {
    meter,
    placeNote,
    reading: null,
    skip: null,
    by: null,
    retake: null,
    held: false,
    unsent: false,
    undecided: false,
  }
  const known = stop?.reading ?? null
  if (capture && (known === null || capture.readingId !== known.id)) {
    const { value } = capture
    const at = byServerClock(capture.capturedAt, capture)
    const abnormal = value !== null && isAbnormal({ value, read_state: null }, meter)
    const state = value === null ? readState.unprocessed : null
    const reading = { value, at, abnormal, unsure: false, state }
    return {
      ...common,
      state: 'captured',
      reading,
      held: true,
      unsent: isUnsent(capture.state),
      undecided: capture.state === 'draft',
    }
  }
  if (known && stop?.retake) return { ...common, state: 'left', retake: stop.retake }
  if (known) {
    const { value, is_abnormal: abnormal, is_unsure: unsure, read_state: state, user } = known
    const reading = { value, at: Date.parse(known.created_at), abnormal, unsure, state }
    return { ...common, state: 'captured', reading, by: user?.username ?? null }
  }
  if (skip) {
    const { id: key, reason, note } = skip
    const at = byServerClock(skip.skippedAt, skip)
    return {
      ...common,
      state: 'skipped',
      skip: { key, reason, note, at },
      held: true,
      unsent: isUnsent(skip.state),
    }
  }
  if (stop?.skip) {
    const { key, reason, note, skipped_at, user } = stop.skip
    const skipped = { key, reason, note, at: Date.parse(skipped_at) }
    return { ...common, state: 'skipped', skip: skipped, by: user?.username ?? null }
  }
  return { ...common, state: 'left', held: stop?.takenBack ?? false }
}

/** The next meter that is left, cyclically from here; null: none. `meterId` null: from the start. */
export function nextLeft(walk: Walk, meterId: number | null): WalkStop | null {
  const here = walk.stops.findIndex((stop) => stop.meter.id === meterId)
  const ahead = [...walk.stops.slice(here + 1), ...walk.stops.slice(0, Math.max(here, 0))]
  return ahead.find((stop) => stop.state === 'left') ?? null
}
