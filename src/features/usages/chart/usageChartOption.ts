import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import { toNumber } from '../../../../contract/usage/decimal.ts'
import { textOutline } from '../../../shared/chart/chartMarks.ts'
import { axisLabelStyle, type ChartOption, frameOption } from '../../../shared/chart/chartOption.ts'
import { styleOf } from '../../../shared/chart/seriesStyle.ts'
import { type ValueAxis, valueAxis } from '../../../shared/chart/valueAxis.ts'
import type { UsageCell } from '../usageTable.ts'
import { markTexts } from '../usageTexts.ts'
import { isCertain, type UsageChartData, type UsageSeries } from './chartPeriods.ts'

interface Drawing {
  data: UsageChartData
  /** Hours are a line, other periods bars. */
  isCurve: boolean
  axis: ValueAxis
  /** Of the element, px. */
  width: number
  /** Px. */
  fontSize: number
}

/** For columns with room for one character. */
export const shortMarks: Record<string, string> = {
  途中: '途',
  一部不明: '欠',
  推計: '推',
  認定: '認',
  修正: '修',
}

const numberOf = (cell: UsageCell | undefined) => (cell?.usage ? toNumber(cell.usage) : null)

/** From 0 to the values, with room for the marks on the highest bar. */
export function usageAxis({ series }: UsageChartData): ValueAxis {
  const values = series.flatMap(({ cells }) => cells.flatMap((cell) => numberOf(cell) ?? []))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  return valueAxis(high > low ? [low, high + (high - low) * 0.12] : [0, 1])
}

/** Whether a column has no room for marks as words. */
export const isNarrow = ({ data, width, fontSize }: Pick<Drawing, 'data' | 'width' | 'fontSize'>): boolean =>
  width / data.labels.length < fontSize * 5

/** ECharts options of a row's usages. */
export function usageChartOption(drawing: Drawing): ChartOption {
  const { data, isCurve, axis, fontSize } = drawing
  const [own, ...others] = data.series
  return {
    ...frameOption(axis, { fontSize, right: 0 }),
    xAxis: {
      type: 'category',
      data: [...data.labels],
      axisLine: { show: false, onZero: false },
      axisTick: { show: false },
      axisLabel: { ...axisLabelStyle(fontSize), hideOverlap: true },
    },
    series: isCurve
      ? [
          ...data.series.map((series, index) => lineOption(series, index, drawing)).toReversed(),
          unknownHours(drawing),
        ]
      : [...others, own].flatMap((series) => (series ? [barOption(series, drawing)] : [])),
  }
}

const base = { silent: true, emphasis: { disabled: true }, labelLayout: { hideOverlap: true } } as const

/** Blue, and grey for last year; light and dashed where it is not certain. */
function barOption({ id, cells }: UsageSeries, drawing: Drawing): BarSeriesOption {
  const isOwn = id === 'own'
  const [full, light, edge] = isOwn
    ? ['var(--series-1)', 'var(--usage-light)', 'var(--series-1)']
    : ['var(--usage-compared)', 'var(--usage-compared-light)', 'var(--series-5)']
  // Dashes around bars of a few pixels would hide their colour.
  const isThin = drawing.width / drawing.data.labels.length < drawing.fontSize * 1.5
  const uncertain = { color: light, borderColor: edge, borderWidth: isThin ? 0 : 1.5, borderType: [3, 2] }
  return {
    ...base,
    id,
    type: 'bar',
    barGap: '0%',
    barCategoryGap: '24%',
    data: cells.map((cell) => {
      const value = numberOf(cell)
      if (cell === undefined || cell.isFuture) return '-'
      if (value === null) return unknownDatum(drawing)
      return {
        value,
        itemStyle: isCertain(cell) ? { color: full } : uncertain,
        label: marksLabel(cell, value, isOwn, drawing),
      }
    }),
  }
}

function lineOption({ id, cells }: UsageSeries, index: number, drawing: Drawing): LineSeriesOption {
  const isOwn = id === 'own'
  const { color, dash } = styleOf(index)
  return {
    ...base,
    id,
    type: 'line',
    showAllSymbol: true,
    symbol: 'circle',
    symbolSize: isOwn ? 8 : 4,
    lineStyle: { color, width: isOwn ? 2.5 : 1.5, type: dash ?? 'solid', join: 'round' },
    data: cells.map((cell) => {
      const value = numberOf(cell)
      if (cell === undefined || value === null || cell.isFuture) return '-'
      return {
        value,
        itemStyle: {
          color: isOwn && !isCertain(cell) ? 'var(--mantine-color-body)' : color,
          borderColor: color,
          borderWidth: 2,
        },
        label: marksLabel(cell, value, isOwn, drawing),
      }
    }),
  }
}

/** An unknown usage is no 0: it takes the full height. */
const unknownDatum = ({ axis, fontSize }: Drawing) => ({
  value: axis.high,
  itemStyle: { color: 'var(--usage-unknown)', borderWidth: 0 },
  label: {
    ...textOutline(fontSize),
    show: true,
    position: 'insideBottom' as const,
    color: 'var(--mantine-color-dimmed)',
    formatter: '不\n明',
  },
})

const unknownHours = (drawing: Drawing): BarSeriesOption => ({
  ...base,
  id: 'unknown',
  type: 'bar',
  barWidth: '100%',
  data: (drawing.data.series[0]?.cells ?? []).map((cell) =>
    cell && !cell.isFuture && cell.usage === null ? unknownDatum(drawing) : '-',
  ),
})

/** What a bar is to be read with, no wider than the bar, and 0 where there is none to see. */
function marksLabel(cell: UsageCell, value: number, isOwn: boolean, drawing: Drawing) {
  const narrow = isNarrow(drawing)
  const words = isOwn || !narrow ? markTexts(cell) : []
  const marks = words.map(
    (mark) => (narrow ? shortMarks[mark] : mark.replace('一部不明', '一部\n不明')) ?? mark,
  )
  const lines = value === 0 && !drawing.isCurve ? [...marks, '0'] : marks
  return {
    ...textOutline(drawing.fontSize),
    show: lines.length > 0,
    position: value < 0 ? ('bottom' as const) : ('top' as const),
    color: 'var(--mantine-color-text)',
    lineHeight: drawing.fontSize * 1.1,
    formatter: lines.join('\n'),
  }
}
