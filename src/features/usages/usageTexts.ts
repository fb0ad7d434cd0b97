import { toNumber } from '../../../contract/usage/decimal.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { certaintyTexts } from '../../lib/usages/certaintyTexts.ts'
import { formatDifference } from '../../ui/text/formatDifference.ts'
import type { UsageCell, UsageTableRow } from './usageTable.ts'

/** Decimals of a usage whose meter has no number of decimals. */
const mostDecimals = 3

const rounded = (value: number, decimals: number | null) =>
  decimals ?? Math.min(mostDecimals, String(value).split('.')[1]?.length ?? 0)

/** 331.5, 不明, or nothing where the period has not begun. */
export function usageText(
  { usage, isFuture }: Pick<UsageCell, 'usage' | 'isFuture'>,
  { decimals }: Pick<UsageTableRow, 'decimals'>,
): string {
  if (isFuture) return ''
  if (usage === null) return '不明'
  const value = toNumber(usage)
  return formatNumber(value, rounded(value, decimals))
}

/** What a usage is to be read with, such as 推計 and 修正. */
export function markTexts({
  usage,
  mark,
  isCorrected,
  until,
  unknown,
}: Omit<UsageCell, 'changes'>): string[] {
  if (usage === null) return []
  return [
    ...(until === null ? [] : ['途中']),
    ...(unknown > 0 ? ['一部不明'] : []),
    ...certaintyTexts({ mark, isCorrected }),
  ]
}

/** +10.0 % */
export const changeText = (change: number): string => `${formatDifference(change, 1)} %`

export const noMatch = '条件に合うメーターがありません。検索や絞り込みを変えてください。'
