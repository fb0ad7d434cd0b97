import { addMonths } from '../../../contract/closing/closingDates.ts'
import type { UsageRow } from '../../../contract/usage/usages.ts'

interface Given {
  /** The index at its start. */
  start?: number
  /** What was counted until a local day, and the index then. */
  so_far?: { usage: number; value: number; at: string }
}

const midnight = (day: string) => `${day}T00:00:00+09:00`

/** The row of meter 3 in a month, `YYYY-MM`. `usage`: null where its end is not known. */
export function aMonth(month: string, usage: number | null, { start, so_far: soFar }: Given = {}): UsageRow {
  const from = midnight(`${month}-01`)
  return {
    meter_id: 3,
    from,
    to: midnight(`${addMonths(month, 1)}-01`),
    usage,
    mark: usage === null ? 'unknown' : 'exact',
    is_corrected: false,
    start: start === undefined ? null : { value: start, at: from, reading_ids: [1] },
    end: null,
    ...(soFar && {
      so_far: {
        usage: soFar.usage,
        mark: 'exact',
        end: { value: soFar.value, at: midnight(soFar.at), reading_ids: [2] },
      },
    }),
  }
}
