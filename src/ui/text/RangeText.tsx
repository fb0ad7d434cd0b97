import { rangeText } from '../../../contract/ranges.ts'
import { numberText } from './numberText.ts'
import classes from './RangeText.module.css'

interface Props {
  start: number | null
  end: number | null
  decimals: number | null
  /** Left out where it has a column of its own. */
  unit?: string | undefined
}

/** Two bounds of a meter with their unit, or 未登録. */
export function RangeText({ start, end, decimals, unit = '' }: Props) {
  if (start === null || end === null) return '未登録'
  const written = rangeText(numberText(start, decimals), numberText(end, decimals))
  return <span className={classes.range}>{`${written} ${unit}`.trimEnd()}</span>
}
