import { ValueText } from '../readings/ValueText.tsx'
import { HeldMark } from './HeldMark.tsx'
import classes from './HeldValue.module.css'

interface Props {
  /** Null: the server reads it. */
  value: number | null
  arrived: boolean
  unit?: string | undefined
  decimals: number | null
  abnormal?: boolean
  size?: 'sm' | 'md' | 'lg' | 'inherit'
}

/** A value that this phone holds and the server's lists do not show yet. */
export const HeldValue = ({ value, arrived, unit, decimals, abnormal, size = 'md' }: Props) => (
  <span className={classes.held}>
    {value === null ? (
      <span className={classes.waiting}>読取待ち</span>
    ) : (
      <ValueText value={value} unit={unit} decimals={decimals} abnormal={abnormal} size={size} wraps />
    )}
    <HeldMark arrived={arrived} />
  </span>
)
