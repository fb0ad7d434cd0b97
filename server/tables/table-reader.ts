import { createHash } from 'node:crypto'
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
/** Milliseconds after which idle threads end and free their memory, and the last tables are forgotten. */
const idleTimeout = 30_000
/** Tables that are kept, packed, for as many people at once: each repair of a preview asks for its table again. */
const most = 2

export function createTableReader(): TableReader {
  let pool: Pool | null = null
  let running = 0
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  const kept = new Map<string, TableReading>()

  const end = async () => {
    clearTimeout(idle)
    kept.clear()
    const last = pool
    pool = null
    await last?.terminate(true)
  }
  const readInThread = async (...asked: Parameters<TableReader['read']>): Promise<TableReading> => {
    pool ??= workerpool.pool(script, { workerType: 'thread', maxWorkers: 2 })
    return (await pool.exec('read', asked).timeout(timeLimit)) as TableReading
  }
  return {
    async read(bytes, fileName, sheetName) {
      if (isClosed) throw new Error('the table reader is closed')
      clearTimeout(idle)
      running++
      try {
        const content = createHash('sha256').update(bytes).digest('hex')
        const key = JSON.stringify([content, fileName, sheetName])
        const reading = kept.get(key) ?? (await readInThread(bytes, fileName, sheetName))
        if ('refusal' in reading) throw new UnreadableTable(reading.refusal.reason, reading.refusal)
        kept.delete(key)
        kept.set(key, reading)
        for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
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
