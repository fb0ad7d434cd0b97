import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import type { Pool } from 'workerpool'
import type { Frame, Known, ReaderSettings } from '../../reader/node/index.ts'
import { createLimiter } from '../limiter.ts'
import type { FramedBytes, PictureReading, PictureTasks } from './picture.worker.ts'
import { createProcessPool, endProcessPool } from './process-pool.ts'

/** Loads the bytes when a worker is free, so that waiting requests do not hold them. */
type LoadPicture = () => Promise<Uint8Array>

/**
 * `owner`: the organization; organizations take turns. `timeout`: milliseconds of waiting; unlimited if absent.
 * `signal` ends the waiting and the work, with its process.
 */
interface SlotRequest {
  owner: number
  timeout?: number
  signal?: AbortSignal
}

/** Image processing in processes of its own. */
export interface PictureWorkers {
  /** Null for bytes that do not decode. */
  read(
    request: SlotRequest,
    source: LoadPicture,
    settings: ReaderSettings,
    known: Known,
  ): Promise<PictureReading | null>
  /** WebP of at most this width. Null for bytes that do not decode. */
  thumbnail(request: SlotRequest, source: LoadPicture, width: number): Promise<Uint8Array | null>
  /** WebP as the reader registers photographs to it. Null for bytes that do not decode. */
  reference(request: SlotRequest, source: LoadPicture): Promise<Uint8Array | null>
  /** JPEG for a model of others, without metadata. Null for bytes that do not decode. */
  outgoing(request: SlotRequest, source: LoadPicture): Promise<Uint8Array | null>
  /** The picture with a frame drawn over it. Null for an empty frame, and bytes that do not decode. */
  frame(request: SlotRequest, source: LoadPicture, frame: Frame): Promise<FramedBytes | null>
  /** Ends tasks that are still running. */
  close(): Promise<void>
}

const script = new URL('./picture.worker.ts', import.meta.url)
/** Milliseconds; only a crafted picture takes longer. */
const defaultTimeLimit = 60_000
/** Milliseconds after which idle processes end and free their memory. */
const idleTimeout = 30_000
/** Of all running tasks; a larger picture runs alone. */
const pixelsAtOnce = 40_000_000
const retryAfter = 5

export function createPictureWorkers({
  timeLimit = defaultTimeLimit,
  processes = Math.min(4, availableParallelism()),
} = {}): PictureWorkers {
  const slots = createLimiter({ total: processes, retryAfter })
  const pixels = createLimiter({ total: pixelsAtOnce, retryAfter })
  let pool: Pool | null = null
  let running = 0
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  const endProcesses = async () => {
    const last = pool
    pool = null
    if (last !== null) await endProcessPool(last)
  }
  const begin = () => {
    running += 1
    if (isClosed) throw new Error('the picture workers are closed')
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
    request: SlotRequest,
    source: LoadPicture,
    ...more: ExtraArguments<Name>
  ): Promise<Awaited<ReturnType<PictureTasks[Name]>>> => {
    const leave = await slots.acquire(request)
    try {
      const bytes = await source()
      const { owner, signal } = request
      const asked = { owner, amount: await pixelsOf(bytes), ...(signal && { signal }) }
      const giveBack = await pixels.acquire(asked)
      try {
        const work = begin().exec(name, [bytes, ...more])
        signal?.addEventListener('abort', () => void work.cancel(), { once: true })
        // Waiting does not count toward the limit.
        return await work.timeout(timeLimit)
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        end()
        giveBack()
      }
    } finally {
      leave()
    }
  }
  return {
    read: (request, source, settings, known) => run('read', request, source, settings, known),
    thumbnail: (request, source, width) => run('thumbnail', request, source, width),
    reference: (request, source) => run('reference', request, source),
    outgoing: (request, source) => run('outgoing', request, source),
    frame: (request, source, frame) => run('frame', request, source, frame),
    async close() {
      isClosed = true
      clearTimeout(idle)
      await endProcesses()
    },
  }
}

type ExtraArguments<Name extends keyof PictureTasks> =
  Parameters<PictureTasks[Name]> extends [Uint8Array, ...infer More] ? More : never

/** As the header claims: decoders allocate by that. */
async function pixelsOf(bytes: Uint8Array): Promise<number> {
  const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .catch(() => ({}) as { width?: number; height?: number })
  return width * height
}
