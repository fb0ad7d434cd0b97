import type { Prior, ReaderSettings, ReadResult } from '../core/types.ts'

/** From the page to the worker. */
export interface ReadRequest {
  id: number
  bytes: ArrayBuffer
  mime: string
  settings: ReaderSettings
  reference: ReferenceMessage | null
  prior: Prior | null
}

/** The worker keeps the last reference picture: its bytes are sent once, then only its key. */
export interface ReferenceMessage {
  key: number
  picture: { bytes: ArrayBuffer; mime: string } | null
}

/** From the worker to the page. */
export type ReadAnswer = { id: number; result: ReadResult } | { id: number; error: string }
