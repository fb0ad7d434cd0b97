import type { CategoryType } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { type AcceptedReading, priorOf } from '../../../contract/prior.ts'
import type { Capture, CaptureState } from '../../../offline/captures.ts'
import type { Prior } from '../../../reader/web/index.ts'

/** Captures in these states will never become readings, or nobody has decided about them yet. */
const noReading: readonly CaptureState[] = ['draft', 'rejected', 'quarantined']

/**
 * What this device knows of a meter before a photograph taken at `at`: the readings that the server named at
 * `fetchedAt`, and what was photographed here since (both milliseconds since 1970).
 */
export function priorFor(
  meter: Pick<Meter, 'id' | 'evidence'>,
  type: CategoryType,
  fetchedAt: number,
  captures: readonly Capture[],
  at: number,
): Prior | null {
  const named = meter.evidence.map(({ value, created_at }) => ({ value, at: Date.parse(created_at) }))
  const taken = captures.flatMap(({ meterId, state, sentAt, value, capturedAt }): AcceptedReading[] => {
    const known = sentAt !== null && sentAt <= fetchedAt
    return meterId === meter.id && value !== null && !known && !noReading.includes(state)
      ? [{ value, at: capturedAt }]
      : []
  })
  const accepted = [...named, ...taken]
  // The photograph is the latest there is, whatever this phone's clock says.
  const latest = Math.max(at, ...accepted.map((reading) => reading.at + 1))
  return priorOf(accepted, type, latest)
}
