import { LineChart, ScatterChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import { memo, useLayoutEffect, useRef } from 'react'
import type { ChartOption } from './chartOption.ts'
import type { Box } from './projection.ts'
import classes from './SeriesChart.module.css'

register([LineChart, ScatterChart, GridComponent, MarkAreaComponent, LabelLayout, SVGRenderer])

interface Props {
  option: ChartOption
  width: number
  height: number
  /** Two values per axis, from which the plot area is derived. */
  corners: readonly [[at: number, value: number], [at: number, value: number]]
  /** The plot area within the element. */
  onPlot: (plot: Box) => void
}

/** An ECharts chart. Pointer events are handled by the caller. */
export const EChart = memo(function EChart({ option, width, height, corners, onPlot }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const known = useRef(new Map<unknown, unknown>())

  useLayoutEffect(() => {
    const made = init(element.current, null, { renderer: 'svg' })
    chart.current = made
    known.current.clear()
    return () => made.dispose()
  }, [])

  useLayoutEffect(() => {
    const { current } = chart
    if (current === null) return
    if (current.getWidth() !== width || current.getHeight() !== height)
      current.resize({ width, height, silent: true })
    // Passing unchanged data again is the most expensive part of an update.
    const series = option.series.map(({ data, ...rest }) =>
      known.current.get(rest.id) === data ? rest : { ...rest, data },
    )
    known.current = new Map(option.series.map(({ id, data }) => [id, data]))
    current.setOption({ ...option, series }, { replaceMerge: 'series' })
    current.getZr().flush()
    const [left = 0, bottom = 0] = current.convertToPixel({ gridIndex: 0 }, corners[0])
    const [right = 0, top = 0] = current.convertToPixel({ gridIndex: 0 }, corners[1])
    const [x, y] = [Math.round(left), Math.round(top)]
    onPlot({ x, y, width: Math.round(right) - x, height: Math.round(bottom) - y })
  }, [option, width, height, corners, onPlot])

  return <div ref={element} className={classes.layer} />
})
