import type { ReaderSettings, ReadResult } from '../core/types.ts'
import type { ReadAnswer, ReadRequest } from './messages.ts'

export interface Reader {
  /**
   * Reads the meter on a photograph in the reader's worker; `bytes` stay usable.
   * Rejects when the bytes are not a picture, the weights cannot be loaded, the reader is closed, or with the
   * signal's reason when it is aborted.
   */
  read(bytes: ArrayBuffer, mime: string, settings: ReaderSettings, signal?: AbortSignal): Promise<ReadResult>
  /** Ends the worker; readings under way are rejected. A later `read` starts it again. */
  close(): void
}

interface Pending {
  resolve(result: ReadResult): void
  reject(error: unknown): void
}

/** A reader whose worker starts with the first reading. */
export function createReader(): Reader {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let lastId = 0

  function end(error: Error): void {
    worker?.terminate()
    worker = undefined
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', (event: MessageEvent<ReadAnswer>) => {
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

  return {
    read(bytes, mime, settings, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      worker ??= start()
      const id = ++lastId
      const request: ReadRequest = { id, bytes, mime, settings }
      const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
      pending.set(id, { resolve, reject })
      const abort = () => {
        pending.delete(id)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      worker.postMessage(request)
      return promise.finally(() => signal?.removeEventListener('abort', abort))
    },
    close() {
      end(new Error('the reader was closed'))
    },
  }
}
