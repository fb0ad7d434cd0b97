import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { isAbnormal } from '../../../contract/values/abnormal.ts'
import { amendedCaptures } from '../../../offline/amendments.ts'
import { ownerOf, type ValueRow } from '../../../offline/rows.ts'
import { byServerClock, type RowState } from '../../../offline/sendable.ts'
import { knownBefore } from '../live/lastKnown.ts'
import { useAccount } from '../queries/account.ts'
import { metersQuery } from '../queries/meters.ts'
import { useOutboxRows } from './outboxRows.ts'

/** A capture, or an entered value, on this phone that the server's answer does not name yet. */
export interface Held {
  /** The capture's key. */
  id: string
  meterId: number
  /** Null: the server reads. */
  value: number | null
  /** When photographed; milliseconds since 1970 by the server's clock. */
  at: number
  abnormal: boolean
  /** Its receipt has come. */
  arrived: boolean
  /** Null until then. */
  readingId: number | null
}

/** What the server refuses, cannot be sent, or a person does not want to be sent does not count. */
const lost: readonly RowState[] = ['rejected', 'quarantined', 'aside', 'discarded']

export const willArrive = ({ state }: Pick<ValueRow, 'state'>): boolean => !lost.includes(state)

/** An answer that began before the receipt may come after it; later ones name what was sent. Milliseconds. */
export const grace = 30_000

interface Answer {
  /** The meter's latest reading in it. */
  last: { id: number; created_at: string } | null
  /** When it came; milliseconds since 1970 by the phone's clock. */
  fetchedAt: number
}

/** Whether an answer of the server has this capture's reading, or a later one. */
export function isNamed(capture: ValueRow, { last, fetchedAt }: Answer): boolean {
  const { sentAt, readingId, capturedAt } = capture
  if (sentAt !== null && (last?.id === readingId || fetchedAt > sentAt + grace)) return true
  // The error of the phone's clock may be unknown: what was photographed behind the answer is newer in any case.
  return (
    last !== null &&
    capturedAt < fetchedAt &&
    Date.parse(last.created_at) > byServerClock(capturedAt, capture)
  )
}

/**
 * Which of two captures is the newer: the one stored later, whatever the clock was set to in between; where one was taken
 * before it was stored, by its time.
 */
export const isNewer = (one: ValueRow, other: ValueRow): boolean =>
  one.savedAt === undefined && other.savedAt === undefined
    ? one.seq > other.seq
    : byServerClock(one.capturedAt, one) > byServerClock(other.capturedAt, other)

/** Of each meter the newest capture that the list of meters does not name yet. */
export function heldOf(
  captures: readonly ValueRow[],
  meters: readonly Pick<Meter, 'id' | 'last_reading' | 'emergency_start_value' | 'emergency_end_value'>[],
  fetchedAt: number,
): ReadonlyMap<number, Held> {
  const newest = new Map<number, ValueRow>()
  for (const capture of captures) {
    const other = newest.get(capture.meterId)
    if (willArrive(capture) && (!other || isNewer(capture, other))) newest.set(capture.meterId, capture)
  }
  const held = new Map<number, Held>()
  for (const meter of meters) {
    const capture = newest.get(meter.id)
    if (!capture || isNamed(capture, { last: meter.last_reading, fetchedAt })) continue
    const { id, meterId, value, sentAt, readingId } = capture
    const at = byServerClock(capture.capturedAt, capture)
    const abnormal = value !== null && isAbnormal({ value, read_state: null }, meter)
    held.set(meterId, { id, meterId, value, at, abnormal, arrived: sentAt !== null, readingId })
  }
  return held
}

/** The newest capture of a meter from before `at`, unless the list of meters names it; milliseconds since 1970. */
export function heldBefore(
  captures: readonly ValueRow[],
  meter: Meter,
  fetchedAt: number,
  at: number,
): Held | undefined {
  const earlier = captures.filter((capture) => byServerClock(capture.capturedAt, capture) < at)
  return heldOf(earlier, [knownBefore(meter, at)], fetchedAt).get(meter.id)
}

/** The captures and entered values of the organization on this phone, with their corrections. */
function useOwnCaptures(): readonly ValueRow[] {
  const { organization } = useAccount()
  const rows = useOutboxRows()
  return useMemo(
    () => amendedCaptures(rows).filter((row) => ownerOf(row).organizationId === organization.id),
    [rows, organization.id],
  )
}

/** What this phone holds of each meter of the organization, ahead of the list of meters. */
export function useHeld(): ReadonlyMap<number, Held> {
  const captures = useOwnCaptures()
  const { data: meters, dataUpdatedAt } = useQuery(metersQuery)
  return useMemo(() => heldOf(captures, meters ?? [], dataUpdatedAt), [captures, meters, dataUpdatedAt])
}

/** Returns what this phone holds of a meter from before `at`; milliseconds since 1970. */
export function useHeldBefore(): (meter: Meter, at: number) => Held | undefined {
  const captures = useOwnCaptures()
  const { dataUpdatedAt } = useQuery(metersQuery)
  return (meter, at) => heldBefore(captures, meter, dataUpdatedAt, at)
}

/** Without what shows the meter before its replacement. */
export const heldSince = ({ replacement }: Meter, held: Held | undefined): Held | undefined =>
  held && replacement && held.at < Date.parse(replacement.replaced_at) ? undefined : held

/** The meter with what this phone holds as its latest value to compare with. */
export const withHeld = (meter: Meter, held: Held | undefined): Meter =>
  held === undefined || held.value === null
    ? meter
    : {
        ...meter,
        evidence: [{ value: held.value, created_at: new Date(held.at).toISOString() }, ...meter.evidence],
      }

/** When a meter was last photographed or read before a photograph, with a value or not; null: never. */
export function lastShownAt(
  { id: meterId, evidence, last_reading: last }: Pick<Meter, 'id' | 'evidence' | 'last_reading'>,
  captures: readonly ValueRow[],
  photograph: Pick<Held, 'id' | 'at'>,
): number | null {
  const taken = captures
    .filter((capture) => capture.meterId === meterId && capture.id !== photograph.id && willArrive(capture))
    .map((capture) => byServerClock(capture.capturedAt, capture))
  const read = [...evidence, ...(last ? [last] : [])].map(({ created_at }) => Date.parse(created_at))
  const before = [...taken, ...read].filter((at) => at < photograph.at)
  return before.length === 0 ? null : Math.max(...before)
}
