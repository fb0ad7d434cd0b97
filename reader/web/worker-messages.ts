import type { Proposal, Wanted } from '../core/propose/propose.ts'
import type { Prior, ReaderSettings, ReadResult } from '../core/types.ts'

/** Read a photograph, or propose settings for it. */
export type Task =
  | { kind: 'read'; settings: ReaderSettings; reference: ReferenceMessage | null; prior: Prior | null }
  | { kind: 'propose'; wanted: Wanted }

/** From page to worker. */
export interface Request {
  id: number
  bytes: ArrayBuffer
  mime: string
  task: Task
}

/** The worker caches the last reference picture: bytes are sent once, then only the key. */
export interface ReferenceMessage {
  key: number
  picture: { bytes: ArrayBuffer; mime: string } | null
}

/** From worker to page; the kind of result follows from the request. */
export type Answer = { id: number; result: ReadResult | Proposal } | { id: number; error: string }
