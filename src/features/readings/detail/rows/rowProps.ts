import type { MeterUpdate } from '../../../../../contract/meters.ts'

/** Common props of a meter's rows. */
export interface MeterRowProps {
  /** Saves the changes; undefined before the meter is loaded: read-only. */
  save: ((changes: MeterUpdate) => Promise<unknown>) | undefined
  /** Whether there is unsaved input. */
  onDirty: (dirty: boolean) => void
}

export const unregistered = '未登録'
