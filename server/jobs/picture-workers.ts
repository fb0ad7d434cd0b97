import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { ReaderSettings, ReadResult } from '../../reader/node/index.ts'
import type { ReadTask, ThumbnailTask } from './picture.worker.ts'

/** A picture read, and the picture with what was read drawn over it (WebP). */
export interface PictureReading {
  result: ReadResult
  framed: Uint8Array
}

/** Work on pixels, away from the thread that answers calls. */
export interface PictureWorkers {
  /** Null for bytes that do not decode. */
  read(bytes: Uint8Array, settings: ReaderSettings): Promise<PictureReading | null>
  /** WebP, as wide as asked unless the picture is narrower. Null for bytes that do not decode. */
  thumbnail(bytes: Uint8Array, width: number): Promise<Uint8Array | null>
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** Nothing honest takes this long; a picture made to keep a decoder busy does. */
const timeLimit = 60_000

export function createPictureWorkers(): PictureWorkers {
  const pool = new Piscina<ReadTask | ThumbnailTask>({
    filename: fileURLToPath(new URL('./picture.worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: Math.min(4, availableParallelism()),
    idleTimeout: 30_000,
  })
  const run = (name: string, task: ReadTask | ThumbnailTask) =>
    pool.run(task, { name, signal: AbortSignal.timeout(timeLimit) })
  return {
    read: (bytes, settings) => run('read', { bytes, settings }),
    thumbnail: (bytes, width) => run('thumbnailOf', { bytes, width }),
    close: () => pool.close(),
  }
}
