/** In order of first appearance. */
export function byMeter<T extends { meter: string }>(cases: readonly T[]): [string, T[]][] {
  return [...Map.groupBy(cases, (one) => one.meter)]
}

export function share<T>(cases: readonly T[], holds: (one: T) => boolean): number {
  return cases.length === 0 ? Number.NaN : cases.filter(holds).length / cases.length
}

export function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** Distance on a circle of length `circle`. */
export function apart(a: number, b: number, circle: number): number {
  const distance = Math.abs(a - b) % circle
  return Math.min(distance, circle - distance)
}

export function percent(value: number): string {
  return Number.isNaN(value) ? '–' : (100 * value).toFixed(1)
}

export interface Table {
  title: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
  /** Number of leading text columns; default 1. */
  texts?: number
  /** Context needed to judge the figures. */
  note?: string
}

export function printTables(tables: readonly Table[]): void {
  for (const { title, header, rows, note, texts = 1 } of tables) {
    const widths = header.map((cell, column) =>
      Math.max(cell.length, ...rows.map((row) => (row[column] ?? '').length)),
    )
    const pad = (cell: string, column: number) =>
      column < texts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
    const line = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`
    console.log(`\n${title}\n`)
    console.log(line(header))
    console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
    for (const row of rows) console.log(line(row))
    if (note) console.log(`\n${note}`)
  }
}
