import type { Hint } from '../core/hints.ts'
import type { ReaderSettings } from '../core/types.ts'

/** From page to worker: first the meter, then frames one by one. */
export type HintRequest =
  | { settings: ReaderSettings; reference: { bytes: ArrayBuffer; mime: string } | null }
  | { frame: ImageBitmap }

/** Of the frame. */
export interface HintAnswer {
  hint: Hint | null
}
