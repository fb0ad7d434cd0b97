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
  type Reference,
  type ReferenceFinder,
  type RowError,
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
  const { noun, layout, repairs } = imported
  const reads = readRows(imported).map((read) => ({
    row: read.row,
    key: keyText(read.value(noun.key)),
    read,
  }))
  const keyed = stored.map((record) => [keyText(record.values[noun.key]), record] as const)
  const byKey = new Map(keyed.filter(([key]) => key !== ''))
  const byName = Map.groupBy(stored, ({ values }) => keyText(noun.nameKey && values[noun.nameKey]))
  const repeated = repeatedKeys(reads, ({ key }) => key)
  const finderOf = findersOf(imported, () =>
    reads.filter(({ key }) => !byKey.has(key)).map(({ read }) => read),
  )
  const columns = noun.columns.filter(({ key, isRequired }) => isRequired || layout.columns.includes(key))

  const compare = (read: ReadRow, record: StoredRecord | null): PreviewRow => {
    const errors = [...read.errors]
    const cells: CellChange[] = []
    for (const column of columns) {
      const { key, reference, isRequired } = column
      if (record?.ignored?.includes(key)) continue
      const before = record?.values[key] ?? null
      const value = read.value(key)
      const after =
        reference !== undefined && typeof value === 'string'
          ? resolve(read, column, { value, before, finder: finderOf(reference) }, errors)
          : value
      if (after !== undefined && !isSame(before, after)) cells.push({ column: key, before, after })
      if (record === null && isRequired && (after === undefined || after === null))
        if (!errors.some((error) => error.column === key)) errors.push(errorOf(read, key, 'required'))
    }
    const state =
      errors.length > 0 ? 'error' : record === null ? 'new' : cells.length > 0 ? 'changed' : 'unchanged'
    return { row: read.row, state, id: record?.id ?? null, cells, errors }
  }

  /** Returns the id of the row that a text means; undefined, with an error, if it is not known or not the only one. */
  function resolve(
    read: ReadRow,
    { key }: ImportColumn,
    { value, before, finder }: { value: string; before: ImportValue; finder: ReferenceFinder },
    errors: RowError[],
  ): number | undefined {
    const found = finder.find(value)
    const reference = found.find(({ id }) => id === before) ?? (found.length === 1 ? found[0] : undefined)
    if (reference !== undefined) return reference.id
    const similar = found.length === 0 ? finder.similar(value) : []
    const [only] = similar
    if (only === undefined || similar.length > 1) {
      errors.push(errorOf(read, key, found.length > 1 ? 'ambiguous_reference' : 'unknown_reference'))
      return undefined
    }
    if (repairs[key]?.includes('similar_name')) return only.id
    const proposals = [{ repair: 'similar_name' as const, value: only.id }]
    errors.push(errorOf(read, key, 'unknown_reference', { proposals }))
    return undefined
  }

  const byRow = (read: ReadRow, key: string): PreviewRow => {
    if (key !== '' || read.textOf(noun.key) !== '') return compare(read, byKey.get(key) ?? null)
    const named = byName.get(keyText(noun.nameKey && read.value(noun.nameKey))) ?? []
    const [only] = named
    if (only === undefined) return compare(read, null)
    const compared = named.map((record) => compare(read, record))
    const unchanged = compared.find(({ state }) => state === 'unchanged')
    if (unchanged) return unchanged
    if (named.length === 1 && repairs[noun.key]?.includes('match_by_name')) return compare(read, only)
    const name = read.value(noun.nameKey ?? '') ?? null
    const proposals = named.length === 1 ? [{ repair: 'match_by_name' as const, value: name }] : []
    const error = errorOf(read, noun.key, 'key_missing', { proposals })
    return { row: read.row, state: 'error', id: null, cells: [], errors: [...read.errors, error] }
  }

  const previewed = reads.map(({ read, key }) => {
    const row = byRow(read, key)
    const rows = repeated.get(key)
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

/** Returns what finds the rows of lists. Meters that the file adds can be the parents of others in it. */
function findersOf(
  { noun, references }: Imported,
  added: () => readonly ReadRow[],
): (list: ReferenceList) => ReferenceFinder {
  const referenceOf = (read: ReadRow): Reference => ({
    id: -read.row,
    name: String(read.value('name') ?? ''),
    code: String(read.value('code') ?? ''),
  })
  const rowsOf = (list: ReferenceList): readonly Reference[] => {
    const stored = references[list] ?? []
    return list === 'meters' && noun.name === 'meters' ? [...stored, ...added().map(referenceOf)] : stored
  }
  const finders = new Map<ReferenceList, ReferenceFinder>()
  return (list) => {
    const finder = finders.get(list) ?? referenceFinder(rowsOf(list))
    finders.set(list, finder)
    return finder
  }
}
