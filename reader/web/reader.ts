import { inspectJpeg } from '../core/files/jpeg.ts'
import type { Proposal, Wanted } from '../core/propose/propose.ts'
import { limitDamaged } from '../core/result.ts'
import type { Prior, ReaderSettings, ReadResult } from '../core/types.ts'
import type { Answer, ReferenceMessage, Request, Task } from './worker-messages.ts'

export interface ReadOptions {
  signal?: AbortSignal
  /**
   * The picture on which the settings were made. The worker caches the last one by identity: pass the same
   * `bytes` object for the same meter. Undecodable bytes count as none.
   */
  reference?: { bytes: ArrayBuffer; mime: string } | null
  prior?: Prior | null
}

export interface Reader {
  /**
   * Reads in the worker; all bytes stay usable. Rejects when the bytes are not a picture, the weights cannot
   * be loaded, the reader is closed, or with the signal's reason.
   */
  read(bytes: ArrayBuffer, mime: string, settings: ReaderSettings, options?: ReadOptions): Promise<ReadResult>
  /**
   * Finds the dial, digits or scale in a photograph without settings; rejects as `read` does. Confidence 0:
   * nothing found.
   */
  propose(
    bytes: ArrayBuffer,
    mime: string,
    wanted: Wanted,
    options?: Pick<ReadOptions, 'signal'>,
  ): Promise<Proposal>
  /** Ends the worker and rejects pending calls. A later call restarts it. */
  close(): void
}

interface Pending {
  resolve(result: ReadResult | Proposal): void
  reject(error: unknown): void
}

/** The worker starts with the first call. */
export function createReader(): Reader {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let lastId = 0
  /** The reference picture that the worker has. */
  let sent: { key: number; bytes: ArrayBuffer } | null = null

  function end(error: Error): void {
    self.removeEventListener('pagehide', onPageHide)
    worker?.terminate()
    worker = undefined
    sent = null
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  // Chromium's renderer may break down where a page goes while its worker reads (docs/faults.md).
  const onPageHide = () => end(new Error('the page was left'))

  function start(): Worker {
    self.addEventListener('pagehide', onPageHide)
    const started = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', (event: MessageEvent<Answer>) => {
      const answer = event.data
      const waiting = pending.get(answer.id)
      pending.delete(answer.id)
      if ('result' in answer) waiting?.resolve(answer.result)
      else waiting?.reject(new Error(answer.error))
    })
    started.addEventListener('error', (event) =>
      end(new Error(event.message || 'the reader could not be started')),
    )
    started.addEventListener('messageerror', () =>
      end(new Error('the reader gave an answer that cannot be read')),
    )
    return started
  }

  function messageOf(reference: ReadOptions['reference']): ReferenceMessage | null {
    if (!reference) return null
    if (sent?.bytes === reference.bytes) return { key: sent.key, picture: null }
    return { key: (sent?.key ?? 0) + 1, picture: reference }
  }

  function post(bytes: ArrayBuffer, mime: string, task: Task): number {
    worker ??= start()
    const id = ++lastId
    worker.postMessage({ id, bytes, mime, task } satisfies Request)
    return id
  }

  async function answerTo(id: number, signal: AbortSignal | undefined): Promise<ReadResult | Proposal> {
    const { promise, resolve, reject } = Promise.withResolvers<ReadResult | Proposal>()
    pending.set(id, { resolve, reject })
    const abort = () => {
      pending.delete(id)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    async read(bytes, mime, settings, { signal, reference, prior = null } = {}) {
      signal?.throwIfAborted()
      const message = messageOf(reference)
      const id = post(bytes, mime, { kind: 'read', settings, reference: message, prior })
      if (reference && message) sent = { key: message.key, bytes: reference.bytes }
      const seen = (await answerTo(id, signal)) as ReadResult
      // The decoder of a browser does not say that it has filled what is missing.
      return inspectJpeg(new Uint8Array(bytes))?.isDamaged === true ? limitDamaged(seen) : seen
    },
    async propose(bytes, mime, wanted, { signal } = {}) {
      signal?.throwIfAborted()
      const id = post(bytes, mime, { kind: 'propose', wanted })
      return (await answerTo(id, signal)) as Proposal
    },
    close() {
      end(new Error('the reader was closed'))
    },
  }
}
