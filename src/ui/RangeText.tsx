import { rangeText } from '../../contract/ranges.ts'
import { numberText } from './numberText.ts'
import classes from './RangeText.module.css'

interface Props {
  start: number | null
  end: number | null
  decimals: number | null
  unit: string | undefined
}

/** Two bounds with their unit, or 未登録. */
export function RangeText({ start, end, decimals, unit = '' }: Props) {
  if (start === null || end === null) return '未登録'
  return (
    <span className={classes.range}>
      {rangeText(numberText(start, decimals), numberText(end, decimals))} {unit}
    </span>
  )
}
