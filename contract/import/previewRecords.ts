import type { ImportColumn, ImportValue, ReferenceList } from './columns.ts'
import {
  type CellChange,
  errorOf,
  type Imported,
  keyText,
  type Preview,
  type PreviewRow,
  previewOf,
  type ReadRow,
  type ReferenceFinder,
  type References,
  readRows,
  referenceFinder,
  repeatedKeys,
} from './preview.ts'

/** A stored row: what its columns contain, references as ids. A column that is absent is empty. */
export interface StoredRecord {
  id: number
  values: Readonly<Record<string, ImportValue>>
  /** Columns in which differences do not count: they are known by another spelling, or not at all. */
  ignored?: readonly string[]
}

/**
 * Compares the rows of a table with what is stored: meters, groups, cost bearers, devices or users. An empty cell
 * leaves a field unchanged. A row without a key whose name is stored is an error unless it changes nothing;
 * `match_by_name` then takes the stored row of this name.
 */
export function previewRecords(imported: Imported, stored: readonly StoredRecord[]): Preview {
  const { noun, repairs } = imported
  const reads = readRows(imported)
  const keyed = stored.map((record) => [keyText(record.values[noun.key]), record] as const)
  const byKey = new Map(keyed.filter(([key]) => key !== ''))
  const byName = Map.groupBy(stored, ({ values }) => keyText(noun.nameKey && values[noun.nameKey]))
  const keyOf = ({ values }: ReadRow) => keyText(values.get(noun.key))
  const repeated = repeatedKeys(reads, keyOf)
  const finderOf = findersOf(
    imported,
    reads.filter((read) => !byKey.has(keyOf(read))),
  )

  const compare = (read: ReadRow, record: StoredRecord | null): PreviewRow => {
    const errors = [...read.errors]
    const cells: CellChange[] = []
    for (const column of noun.columns) {
      if (record?.ignored?.includes(column.key)) continue
      const before = record?.values[column.key] ?? null
      const after = resolve(read, column, before)
      if (after !== undefined && !isSame(before, after)) cells.push({ column: column.key, before, after })
      const isMissing = after === undefined || after === null
      const isReported = errors.some((error) => error.column === column.key)
      if (record === null && column.isRequired && isMissing && !isReported)
        errors.push(errorOf(read, column.key, 'required'))
    }
    function resolve(given: ReadRow, column: ImportColumn, before: ImportValue): ImportValue | undefined {
      const value = given.values.get(column.key)
      if (column.reference === undefined || typeof value !== 'string') return value
      const finder = finderOf(column.reference)
      const found = finder.find(value)
      if (found.length <= 1 || found.some(({ id }) => id === before)) {
        const reference = found.find(({ id }) => id === before) ?? found[0]
        if (reference !== undefined) return reference.id
      }
      const similar = found.length === 0 ? finder.similar(value) : []
      const [only] = similar
      if (only && similar.length === 1) {
        if (repairs[column.key]?.includes('similar_name')) return only.id
        const proposals = [{ repair: 'similar_name' as const, value: only.id }]
        errors.push(errorOf(given, column.key, 'unknown_reference', { proposals }))
      } else
        errors.push(
          errorOf(given, column.key, found.length > 1 ? 'ambiguous_reference' : 'unknown_reference'),
        )
      return undefined
    }
    const state =
      errors.length > 0 ? 'error' : record === null ? 'new' : cells.length > 0 ? 'changed' : 'unchanged'
    return { row: read.row, state, id: record?.id ?? null, cells, errors }
  }

  const byRow = (read: ReadRow): PreviewRow => {
    const key = keyOf(read)
    if (key !== '' || read.textOf(noun.key) !== '') return compare(read, byKey.get(key) ?? null)
    const named = byName.get(keyText(noun.nameKey && read.values.get(noun.nameKey))) ?? []
    const [only] = named
    if (only === undefined) return compare(read, null)
    const compared = named.map((record) => compare(read, record))
    const unchanged = compared.find(({ state }) => state === 'unchanged')
    if (unchanged) return unchanged
    if (named.length === 1 && repairs[noun.key]?.includes('match_by_name')) return compare(read, only)
    const name = read.values.get(noun.nameKey ?? '') ?? null
    const proposals = named.length === 1 ? [{ repair: 'match_by_name' as const, value: name }] : []
    const error = errorOf(read, noun.key, 'key_missing', { proposals })
    return { row: read.row, state: 'error', id: null, cells: [], errors: [...read.errors, error] }
  }

  const previewed = reads.map((read) => {
    const row = byRow(read)
    const rows = repeated.get(keyOf(read))
    if (rows === undefined) return row
    return {
      ...row,
      state: 'error' as const,
      errors: [...row.errors, errorOf(read, noun.key, 'duplicate_key', { rows })],
    }
  })
  return previewOf(previewed)
}

const isSame = (before: ImportValue, after: ImportValue): boolean =>
  before === after || (before ?? '') === (after ?? '')

/** Returns what finds the rows of lists. Meters of the file can be the parents of others in it. */
function findersOf(
  { noun, references }: Imported,
  added: readonly ReadRow[],
): (list: ReferenceList) => ReferenceFinder {
  const own = noun.name === 'meters' ? added : []
  const rows = own.map(({ row, values }) => {
    const code = values.get('code')
    return {
      id: -row,
      name: String(values.get('name') ?? ''),
      code: code === undefined ? null : String(code),
    }
  })
  const lists: References = { ...references, meters: [...(references.meters ?? []), ...rows] }
  const finders = new Map<ReferenceList, ReferenceFinder>()
  return (list) => {
    const finder = finders.get(list) ?? referenceFinder(lists[list] ?? [])
    finders.set(list, finder)
    return finder
  }
}
