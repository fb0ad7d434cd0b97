import { fileURLToPath } from 'node:url'
import workerpool, { type Pool } from 'workerpool'
import { unpackRows } from './packed-rows.ts'
import type { ReadTable } from './read-table.ts'
import type { TableReading } from './table.worker.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** Reads tables in threads of their own, so that other calls do not wait for a large file. */
export interface TableReader {
  /** As `readTable`. */
  read(bytes: Uint8Array, fileName: string, sheetName?: string): Promise<ReadTable>
  close(): Promise<void>
}

const script = fileURLToPath(new URL('./table.worker.ts', import.meta.url))
/** Milliseconds; only a crafted file takes longer. */
const timeLimit = 60_000
/** Milliseconds after which idle threads end and free their memory. */
const idleTimeout = 30_000

export function createTableReader(): TableReader {
  let pool: Pool | null = null
  let running = 0
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  const end = async () => {
    clearTimeout(idle)
    const last = pool
    pool = null
    await last?.terminate(true)
  }
  return {
    async read(bytes, fileName, sheetName) {
      if (isClosed) throw new Error('the table reader is closed')
      clearTimeout(idle)
      pool ??= workerpool.pool(script, { workerType: 'thread', maxWorkers: 2 })
      running++
      try {
        const work = pool.exec('read', [bytes, fileName, sheetName]).timeout(timeLimit)
        const reading = (await work) as TableReading
        if ('refusal' in reading) throw new UnreadableTable(reading.refusal.reason, reading.refusal)
        return { ...reading.read, table: { rows: unpackRows(reading.rows) } }
      } finally {
        running--
        if (running === 0) idle = setTimeout(() => void end(), idleTimeout).unref()
      }
    },
    async close() {
      isClosed = true
      await end()
    },
  }
}
