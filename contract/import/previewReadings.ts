import { formatForInput } from '../../text/formatNumber.ts'
import {
  errorOf,
  type Imported,
  keyText,
  type Preview,
  type PreviewRow,
  previewOf,
  type ReadRow,
  type Reference,
  readRows,
  referenceFinder,
} from './preview.ts'

/** What is stored of one meter. */
export interface StoredReadings {
  /** Decimals with which its values are exported; null: as many as they have. */
  decimals: number | null
  /** Values by local time, `YYYY-MM-DD HH:mm:ss`; several if they were taken within one second, null while unread. */
  values: ReadonlyMap<string, readonly (number | null)[]>
  /** Closed months: after `from`, up to and including `to`, both local times. */
  closed: readonly { month: string; from: string; to: string }[]
}

/** Finds the meters that a row may mean: by its 管理番号, or without one by its name. */
export function meterFinder(
  meters: readonly Reference[],
): (read: ReadRow) => { meters: readonly Reference[]; isNamed: boolean } {
  const byCode = Map.groupBy(meters, ({ code }) => keyText(code))
  const names = referenceFinder(meters.map(({ id, name }) => ({ id, name })))
  return (read) => {
    const code = read.values.get('code')
    if (code !== undefined) return { meters: byCode.get(keyText(code)) ?? [], isNamed: false }
    return { meters: names.find(String(read.values.get('name') ?? '')), isNamed: true }
  }
}

/**
 * Compares past readings with what is stored. A reading is known by its meter and time, to the second: with the
 * same value, as exports write it, it is unchanged; with another it is an error, as is a new one in a closed
 * month. Without a 管理番号 the name of a meter counts only where nothing would change, or by `match_by_name`.
 * `reads`: the rows, where the caller has parsed them already.
 */
export function previewReadings(
  imported: Imported,
  storedOf: (meterId: number) => StoredReadings | undefined,
  reads: readonly ReadRow[] = readRows(imported),
): Preview {
  const { noun, repairs, references } = imported
  const meterOf = meterFinder(references.meters ?? [])

  const compare = (read: ReadRow, id: number): PreviewRow => {
    const [time, value] = [read.values.get('time'), read.values.get('value')]
    const errors = [...read.errors]
    const row = { row: read.row, id: null, cells: [], errors }
    const missing = (['time', 'value'] as const).filter(
      (key) => !read.values.has(key) && !read.texts.has(key),
    )
    const stored = storedOf(id)
    const known = typeof time === 'string' ? stored?.values.get(time) : undefined
    if (known && missing.includes('value') && errors.length === 0) return { ...row, state: 'unchanged' }
    errors.push(...missing.map((key) => errorOf(read, key, 'required')))
    if (errors.length > 0 || typeof time !== 'string' || typeof value !== 'number')
      return { ...row, state: 'error' }
    const written = (number: number) => formatForInput(number, stored?.decimals ?? null)
    if (known?.some((each) => each !== null && (each === value || written(each) === written(value))))
      return { ...row, state: 'unchanged' }
    const closed = stored?.closed.find(({ from, to }) => time > from && time <= to)
    if (known) errors.push(errorOf(read, 'value', 'conflict'))
    else if (closed) errors.push(errorOf(read, 'time', 'closed_month', { month: closed.month }))
    if (errors.length > 0) return { ...row, state: 'error' }
    const cells = [
      { column: 'code', before: null, after: id },
      { column: 'time', before: null, after: time },
      { column: 'value', before: null, after: value },
    ]
    return { ...row, cells, state: 'new' }
  }

  const byRow = (read: ReadRow): PreviewRow => {
    const { meters: found, isNamed } = meterOf(read)
    const [only] = found
    const compared = found.map(({ id }) => compare(read, id))
    const unchanged = compared.find(({ state }) => state === 'unchanged')
    if (unchanged) return unchanged
    const isOne = only !== undefined && found.length === 1
    if (isOne && (!isNamed || repairs[noun.key]?.includes('match_by_name'))) return compare(read, only.id)
    const problem =
      found.length > 0 ? 'key_missing' : isNamed && !read.texts.has('name') ? 'required' : 'unknown_reference'
    const proposals = isOne ? [{ repair: 'match_by_name' as const, value: only.id }] : []
    const error = errorOf(read, found.length === 0 && isNamed ? 'name' : 'code', problem, { proposals })
    return { row: read.row, state: 'error', id: null, cells: [], errors: [...read.errors, error] }
  }

  const previewed = reads.map(byRow)
  const identityOf = ({ state, cells }: PreviewRow) =>
    state === 'new' ? `${cells[0]?.after} ${cells[1]?.after}` : null
  const same = Map.groupBy(previewed, identityOf)
  return previewOf(
    previewed.map((row, index) => {
      const identity = identityOf(row)
      const rows = (identity === null ? [] : (same.get(identity) ?? [])).map((each) => each.row)
      const read = reads[index]
      if (rows.length < 2 || read === undefined) return row
      return {
        ...row,
        state: 'error' as const,
        cells: [],
        errors: [errorOf(read, 'time', 'duplicate_key', { rows })],
      }
    }),
  )
}
