import { useMemo } from 'react'
import { amendedCaptures } from '../../../../offline/amendments.ts'
import { isSkip, type Row, type Skip, savedAtOf, type ValueRow } from '../../../../offline/rows.ts'
import { byServerClock, isUnsent } from '../../../../offline/sendable.ts'
import { useOutboxRows } from '../../../lib/held/outboxRows.ts'

interface Outbox {
  /** Newest first. */
  rows: readonly Row[]
  /** Without those set aside or discarded. */
  captures: readonly ValueRow[]
  /** Without those set aside or discarded. */
  skips: readonly Skip[]
  unsent: number
  aside: number
  /** When the oldest unsent row was made, milliseconds since 1970 by the server's clock. */
  oldest: number | null
  sending: boolean
  /** Waits for the person, not for the network. */
  needsPerson: boolean
}

function outboxOf(rows: readonly Row[]): Outbox {
  const unsent = rows.filter(({ state }) => isUnsent(state))
  const counted = rows.filter(({ removed }) => removed === undefined)
  return {
    rows,
    captures: amendedCaptures(rows).filter(({ removed }) => removed === undefined),
    skips: counted.filter(isSkip),
    unsent: unsent.length,
    aside: rows.filter(({ state }) => state === 'aside').length,
    oldest: unsent.length === 0 ? null : Math.min(...unsent.map((row) => byServerClock(savedAtOf(row), row))),
    sending: unsent.some(({ state }) => state === 'sending'),
    needsPerson: unsent.some(({ state }) => ['held-auth', 'rejected', 'quarantined'].includes(state)),
  }
}

/** What is in the signed-in user's outbox on this device. */
export function useOutbox(): Outbox {
  const rows = useOutboxRows()
  return useMemo(() => outboxOf(rows), [rows])
}
