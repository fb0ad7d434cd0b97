import { formatForInput } from '../../text/formatNumber.ts'
import { errorOf, type Imported, type Preview, type PreviewRow, type ReadRow } from './preview.ts'
import {
  type ClosedSpan,
  closedAt,
  missingErrors,
  previewByMeter,
  type RowOfMeter,
  readRowsOfMeters,
} from './previewByMeter.ts'

/** What is stored of one meter. */
export interface StoredReadings {
  /** Decimals with which its values are exported; null: as many as they have. */
  decimals: number | null
  /** Values by local time, `YYYY-MM-DD HH:mm:ss`; several if they were taken within one second, null while unread. */
  values: ReadonlyMap<string, readonly (number | null)[]>
  /** Where a new reading would change closed months. */
  closed: readonly ClosedSpan[]
}

/**
 * Compares past readings with what is stored. A reading is known by its meter and time, to the second: with the
 * same value, as exports write it, it is unchanged; with another it is an error, as is a new one in a closed
 * month.
 */
export function previewReadings(
  imported: Imported,
  storedOf: (meterId: number) => StoredReadings | undefined,
  rows: readonly RowOfMeter[] = readRowsOfMeters(imported),
): Preview {
  const compare = (read: ReadRow, id: number): PreviewRow => {
    const [time, value] = [read.value('time'), read.value('value')]
    const { row, errors } = read
    const stored = storedOf(id)
    const known = typeof time === 'string' ? stored?.values.get(time) : undefined
    if (known && value === undefined && errors.length === 0)
      return { row, state: 'unchanged', id: null, cells: [], errors }
    if (errors.length > 0 || typeof time !== 'string' || typeof value !== 'number') {
      const all = [...errors, ...missingErrors(read, ['time', 'value'])]
      return { row, state: 'error', id: null, cells: [], errors: all }
    }
    const written = (number: number) => formatForInput(number, stored?.decimals ?? null)
    if (known?.some((each) => each !== null && (each === value || written(each) === written(value))))
      return { row, state: 'unchanged', id: null, cells: [], errors }
    const closed = closedAt(stored?.closed ?? [], time)
    const problem = known
      ? errorOf(read, 'value', 'conflict')
      : closed && errorOf(read, 'time', 'closed_month', { month: closed.month })
    if (problem) return { row, state: 'error', id: null, cells: [], errors: [problem] }
    const cells = [
      { column: 'code', before: null, after: id },
      { column: 'time', before: null, after: time },
      { column: 'value', before: null, after: value },
    ]
    return { row, state: 'new', id: null, cells, errors }
  }
  return previewByMeter(imported, rows, compare)
}
