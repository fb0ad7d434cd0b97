import { type BoardRow, needsReason } from '../../../contract/closing/closings.ts'
import type { Meter } from '../../../contract/meters.ts'
import { decimal, minus, plus, toNumber, zero } from '../../../contract/usage/decimal.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { usageDecimals } from '../../lib/meters/usageDecimals.ts'
import { formatDifference } from '../../ui/text/formatDifference.ts'
import type { BoardList } from './search.ts'

/** A meter of a board, with what the console knows of it. */
export interface BoardMeter extends BoardRow {
  id: number
  name: string
  /** Undefined: it is not there any more, or not loaded. */
  meter: Meter | undefined
  unit: string
  /** Of its usage; null: as many as it has. */
  decimals: number | null
  checkTexts: string[]
}

export const stateNames: Record<BoardRow['state'], string> = {
  missing: '未検針',
  review: '要確認',
  estimated: '推定',
  confirmed: '確定',
  closed: '締め済',
  corrected: '修正あり',
}

export const listNames: Record<BoardList, string> = {
  missing: stateNames.missing,
  review: stateNames.review,
  estimated: stateNames.estimated,
  parent: '親子差',
  compared: '比較',
  corrected: stateNames.corrected,
}

/** The state before closing, also of a closed meter. */
const openStateOf = ({ state, closed_as: closedAs }: BoardRow) => closedAs ?? state

export function isInList(row: BoardRow, list: BoardList): boolean {
  if (list === 'corrected') return row.state === 'corrected'
  if (list === 'parent') return row.checks.some(({ check }) => check === 'parent')
  if (list === 'compared') return row.checks.some(({ check }) => check !== 'parent')
  return openStateOf(row) === list
}

/** Whether a reason for this meter is asked for before an open month is closed. */
export const isException = (row: BoardRow): boolean => row.closed_as === null && needsReason(row)

/** The usage of the period alone, without what it settles of earlier ones; null: unknown. */
const ownUsage = ({ usage, adjustment }: BoardRow) =>
  usage === null ? null : minus(decimal(usage), decimal(adjustment))

function checkText(
  { check, percent }: BoardRow['checks'][number],
  row: BoardRow,
  children: readonly BoardRow[],
  written: (value: number) => string,
): string {
  if (check === 'zero') return '使用量が0（前月は使用あり）'
  if (check !== 'parent') {
    const change = percent === null ? '前は0' : `${formatDifference(percent, 1)} %`
    return `1日あたり${check === 'previous' ? '前月比' : '前年同月比'} ${change}`
  }
  const own = ownUsage(row)
  const usages = children.map(ownUsage)
  const share = percent === null ? '' : ` ${formatNumber(percent, 1)} %`
  if (own === null || usages.length === 0 || usages.includes(null)) return `親子差${share}`
  const below = usages.reduce((sum, usage) => plus(sum ?? zero, usage ?? zero), zero) ?? zero
  const names = [own, below, minus(own, below)].map((value) => written(toNumber(value)))
  return `親子差${share}（親 ${names[0]}、子${children.length}台の合計 ${names[1]}、差 ${names[2]}）`
}

/** Joins the rows of a board with their meters. */
export function boardMeters(
  rows: readonly BoardRow[],
  meters: readonly Meter[],
  unitOf: (meter: Meter) => string,
): BoardMeter[] {
  const byId = new Map(meters.map((meter) => [meter.id, meter]))
  const children = Map.groupBy(rows, ({ meter_id: id }) => byId.get(id)?.parent_meter_id ?? null)
  return rows.map((row) => {
    const meter = byId.get(row.meter_id)
    const unit = meter === undefined ? '' : unitOf(meter)
    const decimals = meter === undefined ? null : usageDecimals(meter)
    const written = (value: number) => `${formatNumber(value, decimals)} ${unit}`.trimEnd()
    const below = children.get(row.meter_id) ?? []
    return {
      ...row,
      id: row.meter_id,
      name: row.meter_name,
      meter,
      unit,
      decimals,
      checkTexts: row.checks.map((check) => checkText(check, row, below, written)),
    }
  })
}
