import { remembered } from '../../text/remembered.ts'
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
  repeatedKeys,
} from './preview.ts'

/** A span of a closed month, in local times: after `from`, up to and including `to`. */
export interface ClosedSpan {
  month: string
  from: string
  to: string
}

export const closedAt = (spans: readonly ClosedSpan[], time: string): ClosedSpan | undefined =>
  spans.find(({ from, to }) => time > from && time <= to)

/** A row with the meters that it may mean: by its 管理番号, or without one by its name. */
export interface RowOfMeter {
  read: ReadRow
  meters: readonly Reference[]
  isNamed: boolean
}

export function readRowsOfMeters(imported: Imported): RowOfMeter[] {
  const meters = imported.references.meters ?? []
  const byCode = Map.groupBy(meters, ({ code }) => keyText(code))
  const ofCode = remembered((code) => byCode.get(keyText(code)) ?? [])
  const names = referenceFinder(meters.map(({ id, name }) => ({ id, name })))
  return readRows(imported).map((read) => {
    const code = read.value('code')
    return code === undefined
      ? { read, meters: names.find(String(read.value('name') ?? '')), isNamed: true }
      : { read, meters: ofCode(String(code)), isNamed: false }
  })
}

/**
 * Compares rows that are known by their meter and time, which are the first two cells of new rows. Without a 管理番号 the
 * name of a meter counts only where nothing would change, or by `match_by_name`.
 */
export function previewByMeter(
  { noun, repairs }: Pick<Imported, 'noun' | 'repairs'>,
  rows: readonly RowOfMeter[],
  compare: (read: ReadRow, meterId: number) => PreviewRow,
): Preview {
  const mayMatch = repairs[noun.key]?.includes('match_by_name') ?? false

  const byRow = ({ read, meters, isNamed }: RowOfMeter): PreviewRow => {
    const [only] = meters
    const isOne = only !== undefined && meters.length === 1
    if (isOne && !isNamed) return compare(read, only.id)
    const compared = meters.map(({ id }) => compare(read, id))
    const unchanged = compared.find(({ state }) => state === 'unchanged')
    if (unchanged) return unchanged
    const [one] = compared
    if (isOne && one && mayMatch) return one
    const problem =
      meters.length > 0
        ? 'key_missing'
        : isNamed && read.textOf('name') === ''
          ? 'required'
          : 'unknown_reference'
    const proposals = isOne ? [{ repair: 'match_by_name' as const, value: only.id }] : []
    const error = errorOf(read, meters.length === 0 && isNamed ? 'name' : 'code', problem, { proposals })
    return { row: read.row, state: 'error', id: null, cells: [], errors: [...read.errors, error] }
  }

  const previewed = rows.map(byRow)
  const repeated = repeatedTimes(previewed)
  if (repeated.size === 0) return previewOf(previewed)
  return previewOf(
    previewed.map((row, index) => {
      const same = repeated.get(row)
      const read = rows[index]?.read
      if (same === undefined || read === undefined) return row
      const errors = [errorOf(read, 'time', 'duplicate_key', { rows: same })]
      return { ...row, state: 'error' as const, cells: [], errors }
    }),
  )
}

/** Returns the new rows whose meter and time several have, with the numbers of the first of these. */
function repeatedTimes(previewed: readonly PreviewRow[]): Map<PreviewRow, readonly number[]> {
  const added = previewed.filter(({ state }) => state === 'new')
  const timeOf = ({ cells }: PreviewRow) => String(cells[1]?.after)
  const repeated = new Map<PreviewRow, readonly number[]>()
  for (const rows of Map.groupBy(added, ({ cells }) => cells[0]?.after).values()) {
    const times = repeatedKeys(rows, timeOf)
    if (times.size === 0) continue
    for (const row of rows) {
      const same = times.get(timeOf(row))
      if (same !== undefined) repeated.set(row, same)
    }
  }
  return repeated
}

/** Reports the columns among these that a row has not, which a new row needs. */
export const missingErrors = (read: ReadRow, keys: readonly string[]) =>
  keys
    .filter((key) => read.value(key) === undefined && !read.errors.some(({ column }) => column === key))
    .map((key) => errorOf(read, key, 'required'))
