import { readState } from '../../../contract/abnormal.ts'
import type { Meter } from '../../../contract/meters.ts'
import { ValueText } from '../../ui/text/ValueText.tsx'

interface Props {
  meter: Pick<Meter, 'decimal_point'>
  last: NonNullable<Meter['last_reading']>
  unit: string | undefined
  size?: 'lg'
}

/** Latest value of a meter, marked as on readings' screens. */
export const LastValue = ({ meter, last, unit, size }: Props) => (
  <ValueText
    value={last.value}
    unit={unit}
    decimals={meter.decimal_point}
    abnormal={last.is_abnormal}
    unsure={last.is_unsure}
    pending={last.read_state === readState.unprocessed}
    wraps
    {...(size && { size })}
  />
)
