import { type Comparison, columnTitle, comparisonsOf, periodName, periodOfView } from '../periods.ts'
import type { View } from '../search.ts'
import type { UsageCell, UsageTable, UsageTableRow } from '../usageTable.ts'
import { changeText, markTexts, usageText } from '../usageTexts.ts'

/** The row's own usages, or those of the periods that they are compared with. */
export interface UsageSeries {
  id: 'own' | Comparison['key']
  name: string
  /** One for each period. */
  cells: readonly (UsageCell | undefined)[]
}

export interface UsageChartData {
  /** When the periods begin. */
  starts: readonly string[]
  labels: readonly string[]
  series: readonly UsageSeries[]
}

interface Options {
  view: View
  table: UsageTable
  /** Of the row's own usages. */
  name: string
}

/** Bars are next to those of last year only; the curve of a day is compared with both days of its table. */
const isDrawn = (view: View, { key }: Comparison) => view === 'day' || key === 'yearly'

/** Returns what the graph of a row shows: its usages, and those to compare them with unless none is known. */
export function usageChartData(row: UsageTableRow, { view, table, name }: Options): UsageChartData {
  const starts = table.starts.toSorted()
  const compared = comparisonsOf[view]
    .filter((comparison) => isDrawn(view, comparison))
    .map((comparison): UsageSeries => {
      const cells = row.compared(comparison)
      return { id: comparison.key, name: comparison.short, cells: starts.map((from) => cells.get(from)) }
    })
    .filter(({ cells }) => cells.some((cell) => cell?.usage != null))
  return {
    starts,
    labels: starts.map((from) => labelOf(view, from)),
    series: [{ id: 'own', name, cells: starts.map((from) => row.cells.get(from)) }, ...compared],
  }
}

/** Days without their weekdays, for which an axis has no room. */
const labelOf = (view: View, from: string) =>
  columnTitle(view === 'recent' ? 'year' : view, from, '').replace(/（.*/, '日')

/** Whether a usage is measured to its end and complete. */
export const isCertain = ({ mark, until, unknown }: UsageCell): boolean =>
  mark === 'exact' && until === null && unknown === 0

/** Says what the graph shows of a period: 2026年10月、341.0 kWh 推計、前年 310.0 kWh、前年同月比 +10.0 %. */
export function periodTexts(
  index: number,
  { row, view, data }: { row: UsageTableRow; view: View; data: UsageChartData },
): string[] {
  const from = data.starts[index] ?? ''
  const texts = data.series.flatMap(({ id, name, cells }) => {
    const cell = cells[index]
    if (cell === undefined || cell.isFuture) return []
    const value = cell.usage === null ? '不明' : `${usageText(cell, row)} ${row.unit}`.trimEnd()
    return [[id === 'own' ? '' : name, value, markTexts(cell).join('・')].filter(Boolean).join(' ')]
  })
  const changes = comparisonsOf[view].flatMap(({ key, name }) => {
    const change = row.cells.get(from)?.changes[key] ?? null
    return change === null ? [] : [`${name} ${changeText(change)}`]
  })
  return [periodName(periodOfView[view], from), ...texts, ...changes]
}
