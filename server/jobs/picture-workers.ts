import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Known, ReaderSettings, ReadResult } from '../../reader/node/index.ts'
import type { ReadTask, ReferenceTask, ThumbnailTask } from './picture.worker.ts'

/** A picture read, and the picture with what was looked at drawn over it; null where there is nothing to draw. */
export interface PictureReading {
  result: ReadResult
  framed: FramedBytes | null
}

/** WebP both: the whole picture, and the part of it that a tile shows. */
export interface FramedBytes {
  whole: Uint8Array
  tile: Uint8Array
}

/** Work on pixels, away from the thread that answers calls. */
export interface PictureWorkers {
  /** Null for bytes that do not decode. */
  read(bytes: Uint8Array, settings: ReaderSettings, known: Known): Promise<PictureReading | null>
  /** WebP, as wide as asked unless the picture is narrower. Null for bytes that do not decode. */
  thumbnail(bytes: Uint8Array, width: number): Promise<Uint8Array | null>
  /** WebP, as photographs are registered to it. Null for bytes that do not decode. */
  reference(bytes: Uint8Array): Promise<Uint8Array | null>
  /** Waits for what is under way. */
  close(): Promise<void>
}

type Task = ReadTask | ThumbnailTask | ReferenceTask

/** Nothing honest takes this long; a picture made to keep a decoder busy does. Milliseconds. */
const usualLimit = 60_000

export function createPictureWorkers(timeLimit = usualLimit): PictureWorkers {
  const threads = Math.min(4, availableParallelism())
  const pool = new Piscina<Task>({
    filename: fileURLToPath(new URL('./picture.worker.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
  })
  const inTurn = turns(threads)
  // A screen may ask for hundreds of thumbnails at once: the time that one waits for the others is not its own.
  const run = (name: string, task: Task) =>
    inTurn(() => pool.run(task, { name, signal: AbortSignal.timeout(timeLimit) }))
  return {
    read: (bytes, settings, known) => run('read', { bytes, settings, known }),
    thumbnail: (bytes, width) => run('thumbnailOf', { bytes, width }),
    reference: (bytes) => run('referenceOf', { bytes }),
    close: () => pool.close(),
  }
}

/** Lets so many pieces of work run at once, the others wait in their order. */
function turns(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async <Made>(work: () => Promise<Made>): Promise<Made> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
