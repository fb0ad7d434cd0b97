import type { CategoryType } from '../../contract/categories.ts'
import type { Shown } from '../../contract/consumption.ts'
import type { Doubt } from '../../contract/doubts.ts'
import { confirm } from '../ui/dialog/confirm.tsx'
import { formatNumber } from '../ui/text/formatNumber.ts'
import { type CheckedMeter, doubtsOf } from './plausibility.ts'

interface Entered {
  value: number
  /** Milliseconds since 1970. */
  at: number
  meter: CheckedMeter
  type: CategoryType
  unit: string
  /** The reading after it, if it is entered for an earlier time. */
  next?: Shown | null
}

/** Asks about an unexpected value. What it was confirmed against; null: the user wants to check it. */
export async function confirmImplausibleValue({
  value,
  at,
  meter,
  type,
  unit,
  next = null,
}: Entered): Promise<Doubt[] | null> {
  const doubts = doubtsOf({ shown: { value, at }, meter, type, unit, next })
  if (doubts.length === 0) return []
  const agreed = await confirm({
    title: `${formatNumber(value, meter.decimal_point)} ${unit} で確定しますか`,
    text: doubts.map(({ text }) => text).join(''),
    confirm: 'この値で確定',
    cancel: '見直す',
  })
  return agreed ? [...new Set(doubts.map(({ doubt }) => doubt))] : null
}
