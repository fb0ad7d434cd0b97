import type { ImportNoun } from './columns.ts'
import type { Layout } from './header.ts'
import type { ChosenRepairs } from './preview.ts'
import type { TableRow } from './table.ts'

/** What people write where a row has the same as the one above it: nothing, as merged cells become in text files, or a mark. */
const sameAsAbove = /^\s*(?:〃|″|同上|々)?\s*$/

interface RepeatedColumn {
  key: string
  index: number
  /** The other column that says which record a row is, if this one says it too; -1: there is none. */
  other: number
}

function repeatedColumns(noun: ImportNoun, { columns }: Layout): RepeatedColumn[] {
  const { key: code, nameKey: name } = noun
  return noun.columns
    .filter(({ isRepeated }) => isRepeated)
    .map(({ key }) => {
      const other = key === code ? name : key === name ? code : null
      return { key, index: columns.indexOf(key), other: other === null ? -1 : columns.indexOf(other) }
    })
    .filter(({ index }) => index >= 0)
}

const isBlank = ({ cells }: TableRow, { index, other }: RepeatedColumn): boolean =>
  sameAsAbove.test(cells[index] ?? '') && (other < 0 || sameAsAbove.test(cells[other] ?? ''))

/** Returns the rows with the text from above in the blank cells of the columns for which a person has chosen so. */
export function fillRepeatedCells(
  rows: readonly TableRow[],
  noun: ImportNoun,
  layout: Layout,
  repairs: ChosenRepairs,
): readonly TableRow[] {
  const columns = repeatedColumns(noun, layout).filter(({ key }) => repairs[key]?.includes('same_as_above'))
  if (columns.length === 0) return rows
  const skipped = new Set(layout.skipped.map(({ row }) => row))
  const above = new Map<string, string>()
  return rows.map((row) => {
    if (skipped.has(row.number)) return row
    const cells = [...row.cells]
    for (const column of columns) {
      const { key, index } = column
      if (!isBlank(row, column)) above.set(key, cells[index] ?? '')
      else {
        while (cells.length <= index) cells.push('')
        cells[index] = above.get(key) ?? ''
      }
    }
    return { number: row.number, cells }
  })
}

/** Columns whose blank cells may mean the text from above, with how many they are: at least as many as the others. */
export function countRepeatedCells(
  rows: readonly TableRow[],
  noun: ImportNoun,
  layout: Layout,
): { column: string; count: number }[] {
  const skipped = new Set(layout.skipped.map(({ row }) => row))
  const data = rows.filter(({ number }) => !skipped.has(number))
  const [first] = data
  return repeatedColumns(noun, layout).flatMap((column) => {
    if (first === undefined || isBlank(first, column)) return []
    const count = data.filter((row) => isBlank(row, column)).length
    return 2 * count >= data.length ? [{ column: column.key, count }] : []
  })
}
