import { formatNumber, roundToDecimals } from '../../../../text/formatNumber.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import { type Statistic, statistics, type View } from '../search.ts'
import type { Extreme, GaugeCell } from './gaugeTable.ts'

export const statisticNames: Record<Statistic, string> = { maximum: '最大', minimum: '最小', mean: '平均' }

/** What there is of meters, or of groups of them. */
export const statisticsOf = (isGrouped: boolean): readonly Statistic[] =>
  statistics.filter((each) => !isGrouped || each !== 'mean')

/** 最大・最小・平均 */
export const namesOf = (shown: readonly Statistic[]) => shown.map((each) => statisticNames[each]).join('・')

/** Decimals of a mean whose meter has no number of decimals, at most. */
const meanDecimals = 3

/** 0.45; nothing where nothing was measured. */
export function statisticText(cell: GaugeCell, statistic: Statistic, decimals: number | null): string {
  if (statistic === 'mean') {
    return cell.mean === null
      ? ''
      : formatNumber(roundToDecimals(cell.mean, decimals ?? meanDecimals), decimals)
  }
  const extreme = cell[statistic]
  return extreme === null ? '' : formatNumber(extreme.value, decimals)
}

/** 要確認 and 修正 of an extreme. */
export const extremeMarks = ({ isUnsure, isCorrected }: Extreme): string[] => [
  ...(isUnsure ? ['要確認'] : []),
  ...(isCorrected ? ['修正'] : []),
]

/** 11/03 14:20, and within a day 14:20. */
export const shortTime = (at: string, view: View, zone: string): string =>
  formatFullTime(Date.parse(at), zone).slice(
    view === 'month' || view === 'day' ? 'YYYY/MM/DD '.length : 'YYYY/'.length,
    -':00'.length,
  )
