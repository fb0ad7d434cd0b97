import { formatRange } from '../../../text/formatNumber.ts'

interface Props {
  start: number | null
  end: number | null
  decimals: number | null
  /** Omitted where it has its own column. */
  unit?: string | undefined
}

/** Two bounds with unit, or 未登録. */
export function RangeText({ start, end, decimals, unit = '' }: Props) {
  if (start === null || end === null) return '未登録'
  return <span className="tabular-nums">{`${formatRange(start, end, decimals)} ${unit}`.trimEnd()}</span>
}
