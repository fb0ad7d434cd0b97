import type { Meter } from '../../../contract/meters.ts'
import type { Held } from '../../lib/held/held.ts'
import { useCategoryType } from '../../lib/queries/masters.ts'
import { HeldValue } from '../../shared/held/HeldValue.tsx'
import { ValueText } from '../../shared/readings/ValueText.tsx'

interface Props {
  meter: Pick<Meter, 'decimal_point' | 'meter_category_id'>
  last: NonNullable<Meter['last_reading']> | Held
  unit: string | undefined
  size?: 'lg'
}

/** Latest value of a meter, marked as on readings' screens. */
export const LastValue = ({ meter, last, unit, size }: Props) => {
  const type = useCategoryType(meter.meter_category_id)
  const common = { value: last.value, unit, decimals: meter.decimal_point, ...(size && { size }) }
  return isHeld(last) ? (
    <HeldValue {...common} arrived={last.arrived} abnormal={last.abnormal} />
  ) : (
    <ValueText
      {...common}
      abnormal={last.is_abnormal}
      unsure={last.is_unsure}
      state={last.read_state}
      type={type}
      reasons={last.reasons}
      wraps
    />
  )
}

export const isHeld = (last: Props['last']): last is Held => 'at' in last

export const timeOf = (last: Props['last']): string =>
  isHeld(last) ? new Date(last.at).toISOString() : last.created_at
