import type { Allocation } from '../../../contract/usage/allocation.ts'
import type { UsageMark } from '../../../contract/usage/usage.ts'

/** A meter whose usage of a month is allocated. */
export interface AllocatedMeter {
  id: number
  name: string
  code: string | null
  unit: string
  /** Of its usage; null: as many as it has. */
  decimals: number | null
  /** Null: unknown. */
  usage: number | null
  mark: UsageMark
  allocation: Allocation
}
