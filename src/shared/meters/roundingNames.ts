import type { Rounding } from '../../../contract/usage/rounding.ts'

export const roundingNames: Record<Rounding, string> = {
  none: 'しない',
  integer: '整数に切り捨て',
}
