import { findLayout } from '../../contract/import/header.ts'
import type { ImportTarget } from '../../contract/import/importTargets.ts'
import { importNouns } from '../../contract/import/nouns.ts'
import { previewRecords, type StoredRecord } from '../../contract/import/previewRecords.ts'
import { readTable } from '../../server/tables/read-table.ts'

/** Returns what importing an exported list would do to each row that is stored. */
export async function reimported(
  target: ImportTarget,
  file: string,
  stored: readonly StoredRecord[],
): Promise<string[]> {
  const noun = importNouns[target]
  const { table } = await readTable(Buffer.from(file), 'list.csv')
  const { layout, duplicates } = findLayout(table.rows, noun)
  if (duplicates.length > 0) throw new Error(`columns of the same meaning: ${JSON.stringify(duplicates)}`)
  const imported = { noun, rows: table.rows, layout, repairs: {}, references: {} }
  return previewRecords(imported, stored).rows.map(({ state }) => state)
}

/** Names with what CSV files quote and escape, and spaces inside them. */
export const awkwardNames = ['=1+1', '@給水, "北"', "'棟", '-8', '－１号', 'Ａ 棟\u3000東']
