import type { Proposal, Wanted } from '../core/propose/propose.ts'
import type { Prior, ReaderSettings, ReadResult } from '../core/types.ts'

/** What the worker is asked: to read a photograph, or to propose settings for one that nothing was set on. */
export type Task =
  | { kind: 'read'; settings: ReaderSettings; reference: ReferenceMessage | null; prior: Prior | null }
  | { kind: 'propose'; wanted: Wanted }

/** From the page to the worker. */
export interface Request {
  id: number
  bytes: ArrayBuffer
  mime: string
  task: Task
}

/** The worker keeps the last reference picture: its bytes are sent once, then only its key. */
export interface ReferenceMessage {
  key: number
  picture: { bytes: ArrayBuffer; mime: string } | null
}

/** From the worker to the page; what kind of result it is, the request says. */
export type Answer = { id: number; result: ReadResult | Proposal } | { id: number; error: string }
