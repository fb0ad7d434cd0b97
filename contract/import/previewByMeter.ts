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
 * Compares rows that are known by their meter and time, which are the first two cells of new rows. Without a 管理番号 the
 * name of a meter counts only where nothing would change, or by `match_by_name`. `reads`: the rows, where the caller
 * has parsed them already.
 */
export function previewByMeter(
  imported: Imported,
  compare: (read: ReadRow, meterId: number) => PreviewRow,
  reads: readonly ReadRow[] = readRows(imported),
): Preview {
  const { noun, repairs, references } = imported
  const meterOf = meterFinder(references.meters ?? [])

  const byRow = (read: ReadRow): PreviewRow => {
    const { meters: found, isNamed } = meterOf(read)
    const [only] = found
    const compared = found.map(({ id }) => compare(read, id))
    const unchanged = compared.find(({ state }) => state === 'unchanged')
    if (unchanged) return unchanged
    const isOne = only !== undefined && found.length === 1
    const [one] = compared
    if (isOne && one && (!isNamed || repairs[noun.key]?.includes('match_by_name'))) return one
    const problem =
      found.length > 0
        ? 'key_missing'
        : isNamed && read.textOf('name') === ''
          ? 'required'
          : 'unknown_reference'
    const proposals = isOne ? [{ repair: 'match_by_name' as const, value: only.id }] : []
    const error = errorOf(read, found.length === 0 && isNamed ? 'name' : 'code', problem, { proposals })
    return { row: read.row, state: 'error', id: null, cells: [], errors: [...read.errors, error] }
  }

  const previewed = reads.map(byRow)
  const identityOf = ({ state, cells }: PreviewRow) =>
    state === 'new' ? `${cells[0]?.after} ${cells[1]?.after}` : null
  const repeated = repeatedKeys(previewed, identityOf)
  if (repeated.size === 0) return previewOf(previewed)
  return previewOf(
    previewed.map((row, index) => {
      const rows = repeated.get(identityOf(row))
      const read = reads[index]
      if (rows === undefined || read === undefined) return row
      return {
        ...row,
        state: 'error' as const,
        cells: [],
        errors: [errorOf(read, 'time', 'duplicate_key', { rows })],
      }
    }),
  )
}

/** Reports the columns among these that a row has not, which a new row needs. */
export const missingErrors = (read: ReadRow, keys: readonly string[]) =>
  keys
    .filter((key) => !read.values.has(key) && read.textOf(key) === '')
    .map((key) => errorOf(read, key, 'required'))
