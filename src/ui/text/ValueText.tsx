import { IconAlertTriangleFilled, IconEyeExclamation } from '@tabler/icons-react'
import clsx from 'clsx'
import { numberText } from './numberText.ts'
import classes from './ValueText.module.css'

interface Props {
  /** Null where nothing was read. */
  value: number | null
  unit?: string | undefined
  /** Decimals as the meter says; null: as many as the value has. */
  decimals?: number | null | undefined
  abnormal?: boolean | undefined
  /** A person should look at it before it is relied on. */
  unsure?: boolean | undefined
  /** The picture is still to be read: the value is not missing yet. */
  pending?: boolean | undefined
  /** `inherit` takes the size of the text around it. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'inherit'
  /** Stands on several lines where one is too short. */
  wraps?: boolean
}

/** A measured value with its unit. Abnormal and unsure are said by colour, icon and word. */
export function ValueText({
  value,
  unit,
  decimals = null,
  abnormal = false,
  unsure = false,
  pending = false,
  size = 'md',
  wraps = false,
}: Props) {
  const missing = pending && value === null ? '読取中' : 'データ無し'
  return (
    <span
      className={clsx(classes.value, classes[size])}
      data-abnormal={abnormal || undefined}
      data-unsure={unsure || undefined}
      data-missing={value === null || undefined}
      data-wraps={wraps || undefined}
    >
      {abnormal && (
        <span className={classes.mark}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          異常
        </span>
      )}
      {unsure && (
        <span className={classes.mark} data-unsure>
          <IconEyeExclamation size={16} aria-hidden />
          要確認
        </span>
      )}
      <span className={classes.figures}>{value === null ? missing : numberText(value, decimals)}</span>
      {value !== null && unit && <span className={classes.unit}>{unit}</span>}
    </span>
  )
}
