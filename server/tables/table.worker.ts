import workerpool from 'workerpool'
import type { TableRefusal } from '../../contract/import/table.ts'
import { type PackedRows, packRows } from './packed-rows.ts'
import { type ReadTable, readTable } from './read-table.ts'
import { UnreadableTable } from './unreadable-table.ts'

type WithoutTable<T> = T extends unknown ? Omit<T, 'table'> : never

/** A table, or why it cannot be read: errors lose their class between threads. */
export type TableReading = { read: WithoutTable<ReadTable>; rows: PackedRows } | { refusal: TableRefusal }

workerpool.worker({
  async read(bytes: Uint8Array, fileName: string, sheetName?: string): Promise<TableReading> {
    try {
      const { table, ...read } = await readTable(bytes, fileName, sheetName)
      return { read, rows: packRows(table.rows) }
    } catch (error) {
      if (error instanceof UnreadableTable) return { refusal: error.refusal }
      throw error
    }
  },
})
