import { errorOf, type Imported, type Preview, type PreviewRow, type ReadRow } from './preview.ts'
import {
  type ClosedSpan,
  closedAt,
  missingErrors,
  previewByMeter,
  type RowOfMeter,
  readRowsOfMeters,
} from './previewByMeter.ts'

/** A replacement as it is stored. */
export interface StoredReplacement {
  oldEnd: number | null
  newStart: number
}

/** What is stored of one meter. */
export interface StoredReplacements {
  /** Finds the replacement that is meant by a local time: readings close to it may have moved it. */
  at: (time: string) => StoredReplacement | undefined
  closed: readonly ClosedSpan[]
}

/**
 * Compares replacements with what is stored. One is known by its meter and time: with the same values it is unchanged, and
 * with others it is an error, as is a new one in a closed month.
 */
export function previewReplacements(
  imported: Imported,
  storedOf: (meterId: number) => StoredReplacements | undefined,
  rows: readonly RowOfMeter[] = readRowsOfMeters(imported),
): Preview {
  const compare = (read: ReadRow, id: number): PreviewRow => {
    const [time, newStart] = [read.value('time'), read.value('new_start_value')]
    const oldEnd = read.value('old_end_value') ?? null
    const row = { row: read.row, id: null, cells: [] }
    const errors = [...read.errors, ...missingErrors(read, ['time', 'new_start_value'])]
    if (errors.length > 0 || typeof time !== 'string' || typeof newStart !== 'number')
      return { ...row, state: 'error', errors }
    const stored = storedOf(id)
    const known = stored?.at(time)
    if (known?.newStart === newStart && known.oldEnd === oldEnd) return { ...row, state: 'unchanged', errors }
    const closed = closedAt(stored?.closed ?? [], time)
    if (known) errors.push(errorOf(read, 'new_start_value', 'conflict'))
    else if (closed) errors.push(errorOf(read, 'time', 'closed_month', { month: closed.month }))
    if (errors.length > 0) return { ...row, state: 'error', errors }
    const cells = [
      { column: 'code', before: null, after: id },
      { column: 'time', before: null, after: time },
      ...['old_end_value', 'new_start_value', 'note'].map((column) => ({
        column,
        before: null,
        after: read.value(column) ?? null,
      })),
    ]
    return { ...row, cells, state: 'new', errors }
  }
  return previewByMeter(imported, rows, compare)
}
