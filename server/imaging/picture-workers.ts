import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import type { Pool } from 'workerpool'
import type { Known, ReaderSettings } from '../../reader/node/index.ts'
import { createLimiter } from '../limiter.ts'
import type { PictureReading, PictureTasks } from './picture.worker.ts'
import { createProcessPool } from './process-pool.ts'

/** Gives a picture’s bytes when its turn has come: hundreds may wait, and their bytes need not wait with them. */
export type LoadPicture = () => Promise<Uint8Array>

/** Whose picture it is: organizations take turns. `timeout`: milliseconds that a turn is waited for, if not for ever. */
interface SlotRequest {
  owner: number
  timeout?: number
}

/** Work on pixels, in processes apart from the one that answers calls. */
export interface PictureWorkers {
  /** Null for bytes that do not decode. */
  read(
    turn: SlotRequest,
    source: LoadPicture,
    settings: ReaderSettings,
    known: Known,
  ): Promise<PictureReading | null>
  /** WebP, as wide as asked unless the picture is narrower. Null for bytes that do not decode. */
  thumbnail(turn: SlotRequest, source: LoadPicture, width: number): Promise<Uint8Array | null>
  /** WebP, as photographs are registered to it. Null for bytes that do not decode. */
  reference(turn: SlotRequest, source: LoadPicture): Promise<Uint8Array | null>
  /** Waits for what is under way. */
  close(): Promise<void>
}

const script = new URL('./picture.worker.ts', import.meta.url)
/** Nothing honest takes this long; a picture made to keep a decoder busy does. Milliseconds. */
const defaultTimeLimit = 60_000
/** Processes without work end after this, and their memory with them. Milliseconds. */
const idleTimeout = 30_000
/** Of all pictures under way together; a larger one is alone. */
const maxPixels = 40_000_000
const retryAfter = 5

export function createPictureWorkers({
  timeLimit = defaultTimeLimit,
  processes = Math.min(4, availableParallelism()),
} = {}): PictureWorkers {
  const slots = createLimiter({ total: processes, retryAfter })
  const pixels = createLimiter({ total: maxPixels, retryAfter })
  let pool: Pool | null = null
  let running = 0
  let idle: NodeJS.Timeout | undefined

  const endProcesses = async () => {
    const last = pool
    pool = null
    await last?.terminate()
  }
  const begin = () => {
    running += 1
    clearTimeout(idle)
    pool ??= createProcessPool(script, processes)
    return pool
  }
  const end = () => {
    running -= 1
    if (running === 0) idle = setTimeout(() => void endProcesses(), idleTimeout).unref()
  }

  const run = async <Name extends keyof PictureTasks>(
    name: Name,
    turn: SlotRequest,
    source: LoadPicture,
    ...more: ExtraArguments<Name>
  ): Promise<Awaited<ReturnType<PictureTasks[Name]>>> => {
    const leave = await slots.acquire(turn)
    try {
      const bytes = await source()
      const giveBack = await pixels.acquire({ owner: turn.owner, amount: await pixelsOf(bytes) })
      try {
        // The time that one waits for the others is not its own.
        return await begin()
          .exec(name, [bytes, ...more])
          .timeout(timeLimit)
      } finally {
        end()
        giveBack()
      }
    } finally {
      leave()
    }
  }
  return {
    read: (turn, source, settings, known) => run('read', turn, source, settings, known),
    thumbnail: (turn, source, width) => run('thumbnail', turn, source, width),
    reference: (turn, source) => run('reference', turn, source),
    async close() {
      const all = Array.from({ length: processes }, () => slots.acquire())
      await Promise.all(all)
      clearTimeout(idle)
      await endProcesses()
    },
  }
}

type ExtraArguments<Name extends keyof PictureTasks> =
  Parameters<PictureTasks[Name]> extends [Uint8Array, ...infer More] ? More : never

/** As its head claims: a decoder reserves memory by that. */
async function pixelsOf(bytes: Uint8Array): Promise<number> {
  const { width = 0, height = 0 } = await sharp(bytes)
    .metadata()
    .catch(() => ({}) as { width?: number; height?: number })
  return width * height
}
