import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { formatNumber } from '../../../text/formatNumber.ts'
import type { Point } from '../../lib/queries/series.ts'
import { type ChartInput, marksOption, textOutline } from './chartMarks.ts'
import { breaksByPoint, type ChartSeries, lastPointWithValue } from './seriesPoints.ts'
import { styleOf } from './seriesStyle.ts'
import type { ValueAxis } from './valueAxis.ts'

export type ChartOption = ComposeOption<GridComponentOption> & {
  series: (BarSeriesOption | LineSeriesOption | ScatterSeriesOption)[]
}
type Datum = NonNullable<LineSeriesOption['data']>[number]

const hairline = { color: 'var(--line)' }
const bandStyle = { color: 'var(--abnormal-band)' }

/** Text of an axis. `fontSize` in px. */
export const axisLabelStyle = (fontSize: number) => ({ color: 'var(--mantine-color-dimmed)', fontSize })

/** Plot area and value axis. `right`: px that are left free at the right. */
export const frameOption = (axis: ValueAxis, { fontSize, right }: { fontSize: number; right: number }) => ({
  animation: false,
  textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
  grid: {
    left: 2,
    top: 12,
    right,
    bottom: 4,
    outerBounds: { left: 2, top: 0, right: 0, bottom: 4 },
    outerBoundsContain: 'axisLabel' as const,
  },
  yAxis: {
    type: 'value' as const,
    min: axis.low,
    max: axis.high,
    interval: axis.step,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: hairline },
    axisLabel: {
      ...axisLabelStyle(fontSize),
      formatter: (value: number) => formatNumber(value, axis.decimals),
    },
  },
})

/** ECharts options; colours are CSS variables resolved by the browser, so light and dark need no redraw. */
export function chartOption(drawing: ChartInput): ChartOption {
  const { series, viewport, ticks, axis, band, fontSize } = drawing
  const endRoom = endRoomOf(drawing)
  const labels = new Map(ticks.map(({ at, label }) => [at, label]))
  return {
    ...frameOption(axis, { fontSize, right: endRoom }),
    xAxis: {
      type: 'value',
      min: viewport.from,
      max: viewport.to,
      axisLine: { show: false },
      axisTick: { show: false, customValues: [...labels.keys()] },
      splitLine: { lineStyle: hairline },
      axisLabel: {
        ...axisLabelStyle(fontSize),
        customValues: [...labels.keys()],
        formatter: (at: number) => labels.get(at) ?? '',
        hideOverlap: true,
      },
    },
    series: [
      {
        id: 'band',
        type: 'line',
        silent: true,
        data: [],
        markArea: {
          silent: true,
          itemStyle: bandStyle,
          data: band
            ? [[{ yAxis: Math.max(band[0], axis.low) }, { yAxis: Math.min(band[1], axis.high) }]]
            : [],
        },
      },
      ...series.map((each) => lineOption(each, drawing, drawing.width - endRoom + 8)),
      ...series.map((each) => marksOption(each, drawing, drawing.width - endRoom)),
    ],
  }
}

/** Px for the last values at the right. */
function endRoomOf({ series, fontSize }: ChartInput): number {
  const lengths = series.map(({ points, decimals }) => {
    const last = lastPointWithValue(points)
    return last?.value == null ? 0 : formatNumber(last.value, decimals).length
  })
  return Math.ceil(Math.max(1, ...lengths) * fontSize * 0.62 + 14)
}

/** Line, points, and last value at its end. */
function lineOption(
  given: ChartSeries,
  { viewport, styled, fontSize }: ChartInput,
  end: number,
): LineSeriesOption {
  const { color, dash } = styleOf(given.style)
  const last = lastPointWithValue(given.points)
  return {
    id: `line ${given.id}`,
    type: 'line',
    silent: true,
    emphasis: { disabled: true },
    showSymbol: false,
    lineStyle: { color, width: 2, type: styled && dash !== null ? dash : 'solid', join: 'round' },
    data: dataOf(given),
    endLabel: {
      ...textOutline(fontSize),
      show: last !== undefined && last.at >= viewport.from && last.at <= viewport.to,
      color,
      fontWeight: 700,
      formatter: formatNumber(last?.value ?? 0, given.decimals),
    },
    labelLayout: { x: end, moveOverlap: 'shiftY' },
  }
}

const dataOfPoints = new WeakMap<readonly Point[], { breaks: ChartSeries['breaks']; data: Datum[] }>()

/** Same array for the same points and breaks, by which `EChart.tsx` skips unchanged data. */
function dataOf(series: ChartSeries): Datum[] {
  const { points, breaks } = series
  const before = dataOfPoints.get(points)
  if (before !== undefined && before.breaks === breaks) return before.data
  const broken = breaksByPoint(series)
  const data = points.flatMap(({ id, at, value }): Datum[] => {
    const datum = [at, value ?? '-']
    return broken.has(id) ? [[at, '-'], datum] : [datum]
  })
  dataOfPoints.set(points, { breaks, data })
  return data
}
