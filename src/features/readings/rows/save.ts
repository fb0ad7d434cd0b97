import type { MeterUpdate } from '../../../../contract/meters.ts'

/** What every row of a meter is given beside its own values. */
export interface Saving {
  /** Sends what changed of the meter; undefined: the meter is not known yet, and the row is read-only. */
  save: ((changes: MeterUpdate) => Promise<unknown>) | undefined
  /** Input that is not saved begins, or is over. */
  onDirty: (dirty: boolean) => void
}

export const unregistered = '未登録'
