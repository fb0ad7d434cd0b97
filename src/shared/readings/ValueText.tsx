import { IconAlertTriangleFilled, IconEyeExclamation } from '@tabler/icons-react'
import clsx from 'clsx'
import type { CategoryType } from '../../../contract/categories.ts'
import type { ReadState } from '../../../contract/values/abnormal.ts'
import { emptyStateOf, readingStateText } from '../../../contract/values/readingState.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import classes from './ValueText.module.css'

interface Props {
  /** Null: nothing read. */
  value: number | null
  unit?: string | undefined
  /** The meter's decimals; null: as many as the value has. */
  decimals?: number | null | undefined
  abnormal?: boolean | undefined
  /** To be checked by a person. */
  unsure?: boolean | undefined
  /** Of the picture: what has not been read is not missing. */
  state?: ReadState | null | undefined
  /** The meter's type, which says what its picture waits for. */
  type?: CategoryType | null | undefined
  /** Of the reading: why there is no value. */
  reasons?: readonly string[] | undefined
  /** `inherit`: the surrounding text's size. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'inherit'
  /** May wrap. */
  wraps?: boolean
}

/** What is shown in place of a value. */
export function emptyText(
  state: ReadState | null,
  type?: CategoryType | null,
  reasons: readonly string[] = [],
): string {
  const empty = emptyStateOf(state, reasons)
  const word = readingStateText(empty, type, reasons)
  if (empty === 'fault') return `データ無し（${word}）`
  return empty === 'refused' ? readingStateText('missing') : word
}

/** A value with unit. Abnormal and unsure are marked by colour, icon and label. */
export function ValueText({
  value,
  unit,
  decimals = null,
  abnormal = false,
  unsure = false,
  state = null,
  type,
  reasons,
  size = 'md',
  wraps = false,
}: Props) {
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
      <span className={classes.number}>
        <span className={classes.figures}>
          {value === null ? emptyText(state, type, reasons) : formatNumber(value, decimals)}
        </span>
        {value !== null && unit && <span className={classes.unit}>{unit}</span>}
      </span>
    </span>
  )
}
