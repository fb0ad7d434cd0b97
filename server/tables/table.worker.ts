import workerpool from 'workerpool'
import type { TableRefusal } from '../../contract/import/table.ts'
import { type ReadTable, readTable } from './read-table.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** A table, or why it cannot be read: errors lose their class between threads. */
export type TableReading = { read: ReadTable } | { refusal: TableRefusal }

workerpool.worker({
  async read(bytes: Uint8Array, fileName: string, sheetName?: string): Promise<TableReading> {
    try {
      return { read: await readTable(bytes, fileName, sheetName) }
    } catch (error) {
      if (error instanceof UnreadableTable) return { refusal: error.refusal }
      throw error
    }
  },
})
