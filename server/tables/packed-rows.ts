import type { TableRow } from '../../contract/import/table.ts'

/** The rows of a table with most texts once: columns repeat names and times, and passing a text to a thread is slow. */
export interface PackedRows {
  numbers: Uint32Array
  /** Cells of each row. */
  widths: Uint16Array
  /** For each cell its place in `texts`. */
  cells: Uint32Array
  texts: string[]
}

/** Texts that are looked for again at most: columns of codes have others in every row. */
const most = 2000

export function packRows(rows: readonly TableRow[]): PackedRows {
  const texts: string[] = []
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    const known = places.get(text)
    if (known !== undefined) return known
    const place = texts.push(text) - 1
    if (place < most) places.set(text, place)
    return place
  }
  const widths = Uint16Array.from(rows, (row) => row.cells.length)
  const cells = new Uint32Array(widths.reduce((sum, width) => sum + width, 0))
  let count = 0
  for (const row of rows) for (const text of row.cells) cells[count++] = placeOf(text)
  return { numbers: Uint32Array.from(rows, ({ number }) => number), widths, cells, texts }
}

export function unpackRows({ numbers, widths, cells, texts }: PackedRows): TableRow[] {
  const rows: TableRow[] = []
  let place = 0
  for (const [index, number] of numbers.entries()) {
    const row: TableRow = { number, cells: [] }
    for (let left = widths[index] ?? 0; left > 0; left--) row.cells.push(texts[cells[place++] ?? 0] ?? '')
    rows.push(row)
  }
  return rows
}
