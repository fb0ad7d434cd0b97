import type { Alert } from '../../../contract/alerts.ts'
import { ValueText } from '../readings/ValueText.tsx'
import classes from './AlertValue.module.css'

interface Props {
  reading: Alert['meter_value']
  unit?: string | undefined
  size?: 'lg'
}

/** The abnormal value that people saw, and the one that it was corrected to. */
export function AlertValue({ reading, unit, size }: Props) {
  const { value, corrected_from: seen = value, meter, reasons } = reading
  const isCorrected = reading.corrected_from !== undefined
  const decimals = meter.decimal_point
  return (
    <>
      <ValueText
        value={seen}
        unit={unit}
        decimals={decimals}
        abnormal
        reasons={reasons}
        {...(size && { size })}
        wraps={size === 'lg'}
      />
      {isCorrected && (
        <span className={classes.corrected}>
          → <ValueText value={value} unit={unit} decimals={decimals} size="inherit" />
          （修正済）
        </span>
      )}
    </>
  )
}
