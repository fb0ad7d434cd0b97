import type { ReaderSettings, ReadResult } from '../core/types.ts'

/** From the page to the worker. */
export interface ReadRequest {
  id: number
  bytes: ArrayBuffer
  mime: string
  settings: ReaderSettings
}

/** From the worker to the page. */
export type ReadAnswer = { id: number; result: ReadResult } | { id: number; error: string }
