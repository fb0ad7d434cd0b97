import type { ScatterSeriesOption } from 'echarts/charts'
import { formatNumber } from '../../../text/formatNumber.ts'
import type { Point } from '../../lib/queries/series.ts'
import type { Viewport } from './chartViewport.ts'
import { labelPriority } from './labelPriority.ts'
import { breaksByPoint, type ChartSeries, lastPointWithValue, pointsWithin } from './seriesPoints.ts'
import { styleOf } from './seriesStyle.ts'
import type { Tick } from './timeTicks.ts'
import type { ValueAxis } from './valueAxis.ts'

type Mark = NonNullable<ScatterSeriesOption['data']>[number]

export interface ChartInput {
  /** All of one unit. */
  series: readonly ChartSeries[]
  viewport: Viewport
  ticks: readonly Tick[]
  axis: ValueAxis
  band: readonly [number, number] | null
  /** 「グラフ数値」: values beside the points. */
  numbers: boolean
  /** With a legend, series differ in dashes and symbols. */
  styled: boolean
  /** Of the element, px. */
  width: number
  /** Px. */
  fontSize: number
}

/** Px between points; from there on each has a symbol. */
const minSymbolDistance = 14
/** Px between a series' symbols when points are denser. */
const symbolDistance = 90
/** Limit per chart: more find no room, and each costs layout time. */
const maxLabels = 120

const ground = 'var(--mantine-color-body)'

/** Outlined text, legible over lines and band. */
export const textOutline = (fontSize: number) => ({ fontSize, textBorderColor: ground, textBorderWidth: 3 })

/** Symbols, abnormal readings and values on a line. */
export function marksOption(given: ChartSeries, drawing: ChartInput, room: number): ScatterSeriesOption {
  return {
    id: `marks ${given.id}`,
    type: 'scatter',
    silent: true,
    emphasis: { disabled: true },
    z: 3,
    itemStyle: { color: styleOf(given.style).color, borderColor: ground, borderWidth: 1, opacity: 1 },
    label: { ...textOutline(drawing.fontSize), color: 'var(--mantine-color-text)' },
    labelLayout: { hideOverlap: true },
    data: marksOf(given, drawing, room),
  }
}

function marksOf(given: ChartSeries, drawing: ChartInput, room: number): Mark[] {
  const { points: all, decimals, style } = given
  const { series, viewport, numbers, styled, fontSize } = drawing
  const points = pointsWithin(all, viewport)
  const last = lastPointWithValue(all)
  const symbol = styled ? `path://${styleOf(style).symbol}` : 'circle'
  const every = points.length * minSymbolDistance <= room
  const perTime = room / Math.max(viewport.to - viewport.from, 1)
  const max = Math.min(room / fontSize / 2, maxLabels / series.length)
  // The last value is labelled at the line's end.
  const wanted = points.map((point) =>
    point === last || (point.at - viewport.from) * perTime < fontSize ? null : point.value,
  )
  const order = numbers ? labelPriority(wanted, Math.ceil(max)) : []
  const rankOf = new Map(order.map((index, rank) => [index, rank]))
  const broken = breaksByPoint(given)
  let marked = Number.NEGATIVE_INFINITY
  return points.flatMap(({ id, at, value, abnormal }, index): Mark[] => {
    if (value === null) return []
    const rank = rankOf.get(index)
    const x = at * perTime
    // A point between two gaps has no line.
    const [before, after] = [points[index - 1], points[index + 1]]
    const alone = (isEmpty(before) || broken.has(id)) && (isEmpty(after) || broken.has(after?.id))
    const due = styled && x - marked >= symbolDistance
    if (!abnormal && !every && !alone && !due && rank === undefined) return []
    if (due) marked = x
    const mark = {
      value: [at, value],
      ...(abnormal
        ? { symbol: 'triangle', symbolSize: 11, itemStyle: { color: 'var(--abnormal-edge)' } }
        : { symbol, symbolSize: styled ? 9 : 7 }),
    }
    if (rank === undefined) return [mark]
    const position = rank === 1 ? 'bottom' : 'top'
    const label = { show: true, position, formatter: formatNumber(value, decimals) } as const
    // Of overlapping labels, ECharts keeps that of the larger symbol.
    return [{ ...mark, symbolSize: 9 - rank / 1000, label }]
  })
}

const isEmpty = (point: Point | undefined) => point === undefined || point.value === null
