import type { Meter } from '../../../../contract/meters.ts'
import { type AcceptedReading, priorOf } from '../../../../contract/values/prior.ts'
import type { ValueRow } from '../../../../offline/rows.ts'
import { byServerClock, type RowState } from '../../../../offline/sendable.ts'
import type { Prior } from '../../../../reader/web/index.ts'

/** Captures that will not become readings, or are undecided. */
const noReading: readonly RowState[] = ['draft', 'rejected', 'quarantined']

/**
 * Earlier readings for a photograph taken at `at`, by the server's clock: the server's as of `fetchedAt`, by the phone's,
 * and this device's since (both milliseconds since 1970). `earlier`: it was not taken just now.
 */
export function priorFor(
  meter: Pick<Meter, 'id' | 'evidence' | 'is_cumulative' | 'replacement'>,
  fetchedAt: number,
  captures: readonly ValueRow[],
  at: number,
  earlier = false,
): Prior | null {
  const named = meter.evidence.map(({ value, created_at }) => ({ value, at: Date.parse(created_at) }))
  // Of a meter that was replaced since it was photographed.
  const since = meter.replacement === null ? -Infinity : Date.parse(meter.replacement.replaced_at)
  const taken = captures.flatMap((capture): AcceptedReading[] => {
    const { meterId, state, sentAt, value } = capture
    const takenAt = byServerClock(capture.capturedAt, capture)
    const known = sentAt !== null && sentAt <= fetchedAt
    return meterId === meter.id && value !== null && takenAt >= since && !known && !noReading.includes(state)
      ? [{ value, at: takenAt }]
      : []
  })
  const accepted = [...named, ...taken]
  if (earlier) return priorOf(accepted, meter.is_cumulative, at)
  // A photograph of now counts as the latest even if the error of the phone's clock is not known.
  const latest = Math.max(at, ...accepted.map((reading) => reading.at + 1))
  return priorOf(accepted, meter.is_cumulative, latest)
}
