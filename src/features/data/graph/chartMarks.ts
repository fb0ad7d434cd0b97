import type { ScatterSeriesOption } from 'echarts/charts'
import type { Point } from '../../../lib/queries/series.ts'
import { numberText } from '../../../ui/text/numberText.ts'
import { labelOrder } from './labelOrder.ts'
import { type ChartSeries, lastOf, pointsWithin } from './seriesPoints.ts'
import { styleOf } from './seriesStyle.ts'
import type { Tick } from './timeTicks.ts'
import type { ValueAxis } from './valueAxis.ts'
import type { Viewport } from './viewport.ts'

type Mark = NonNullable<ScatterSeriesOption['data']>[number]

/** What a chart shows. */
export interface Drawing {
  /** Of one unit. */
  series: readonly ChartSeries[]
  viewport: Viewport
  ticks: readonly Tick[]
  axis: ValueAxis
  band: readonly [number, number] | null
  /** 「グラフ数値」: values stand beside the points. */
  numbers: boolean
  /** A legend says which series has which dashes and symbols. */
  styled: boolean
  /** Of the element, in px. */
  width: number
  /** Px. */
  fontSize: number
}

/** Below this distance in px every point has a symbol. */
const roomy = 14
/** Symbols of several series stand this far apart, in px, to tell them by. */
const apart = 90
/** Values in a chart; more would hardly find room, and each takes time to lay out. */
const mostNumbers = 120

const ground = 'var(--mantine-color-body)'

/** Text that is legible on lines and band. */
export const halo = (fontSize: number) => ({ fontSize, textBorderColor: ground, textBorderWidth: 3 })

/** What stands on a line: symbols, abnormal readings, and values beside them. */
export function marksOption(given: ChartSeries, drawing: Drawing, room: number): ScatterSeriesOption {
  return {
    id: `marks ${given.meterId}`,
    type: 'scatter',
    silent: true,
    emphasis: { disabled: true },
    z: 3,
    itemStyle: { color: styleOf(given.style).color, borderColor: ground, borderWidth: 1, opacity: 1 },
    label: { ...halo(drawing.fontSize), color: 'var(--mantine-color-text)' },
    labelLayout: { hideOverlap: true },
    data: marksOf(given, drawing, room),
  }
}

function marksOf({ points: all, decimals, style }: ChartSeries, drawing: Drawing, room: number): Mark[] {
  const { series, viewport, numbers, styled, fontSize } = drawing
  const points = pointsWithin(all, viewport)
  const last = lastOf(all)
  const symbol = styled ? `path://${styleOf(style).symbol}` : 'circle'
  const every = points.length * roomy <= room
  const perTime = room / Math.max(viewport.to - viewport.from, 1)
  const most = Math.min(room / fontSize / 2, mostNumbers / series.length)
  // The last value is named at its end anyway, and the axis needs the room at its side.
  const wanted = points.map((point) =>
    point === last || (point.at - viewport.from) * perTime < fontSize ? null : point.value,
  )
  const order = numbers ? labelOrder(wanted, Math.ceil(most)) : []
  const rankOf = new Map(order.map((index, rank) => [index, rank]))
  let marked = Number.NEGATIVE_INFINITY
  return points.flatMap(({ at, value, abnormal }, index): Mark[] => {
    if (value === null) return []
    const rank = rankOf.get(index)
    const x = at * perTime
    // Between two gaps there is no line to see it by.
    const alone = isEmpty(points[index - 1]) && isEmpty(points[index + 1])
    const due = styled && x - marked >= apart
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
    const label = { show: true, position, formatter: numberText(value, decimals) } as const
    // Where two values have no room, the library keeps that of the larger symbol.
    return [{ ...mark, symbolSize: 9 - rank / 1000, label }]
  })
}

const isEmpty = (point: Point | undefined) => point === undefined || point.value === null
