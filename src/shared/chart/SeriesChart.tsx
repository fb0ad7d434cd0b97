import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, use, useId, useMemo } from 'react'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { chartOption } from './chartOption.ts'
import { isWithin, type Viewport } from './chartViewport.ts'
import { EChart } from './EChart.tsx'
import { PointTooltip, pointText } from './PointTooltip.tsx'
import { type Projection, projectionOf } from './projection.ts'
import classes from './SeriesChart.module.css'
import type { ChartSeries, SeriesPoint } from './seriesPoints.ts'
import { styleOf } from './seriesStyle.ts'
import { timeTicks } from './timeTicks.ts'
import { useChartGestures } from './useChartGestures.ts'
import { usePlot } from './usePlot.ts'
import type { ValueAxis } from './valueAxis.ts'

interface ChartMark {
  /** Milliseconds since 1970. */
  at: number
  /** Null: no ring. */
  value: number | null
  text: string
}

interface Props {
  /** Accessible name. */
  label: string
  /** All of one unit. */
  series: readonly ChartSeries[]
  extent: Viewport
  viewport: Viewport
  axis: ValueAxis
  band: readonly [number, number] | null
  numbers: boolean
  /** With a legend, series differ in dashes and symbols. */
  styled: boolean
  /** A time that is marked by a line with a word, and by a ring at its value. */
  mark?: ChartMark | undefined
  /** Further marks over the plot area, which screen readers do not read. */
  marks?: (to: Projection) => ReactNode
  onViewport: (viewport: Viewport | null) => void
  onOpen: (point: SeriesPoint) => void
}

/** Time series of one unit: tooltips, zoom and pan by mouse, touch and keys. */
export function SeriesChart({
  label,
  series,
  extent,
  viewport,
  axis,
  band,
  numbers,
  styled,
  ...rest
}: Props) {
  const { mark, marks, onViewport, onOpen } = rest
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const help = useId()
  const { ref, width, height, fontSize, plot, takePlot } = usePlot()

  const max = Math.max(2, Math.floor((width - 60) / (fontSize * 6.2)))
  const ticks = useMemo(
    () => timeTicks(viewport.from, viewport.to, zone, now, max),
    [viewport, zone, now, max],
  )
  const option = useMemo(
    () => chartOption({ series, viewport, ticks, axis, band, numbers, styled, width, fontSize }),
    [series, viewport, ticks, axis, band, numbers, styled, width, fontSize],
  )
  const corners = useMemo(
    (): [[number, number], [number, number]] => [
      [viewport.from, axis.low],
      [viewport.to, axis.high],
    ],
    [viewport, axis],
  )
  const to = useMemo(
    () => plot && projectionOf(plot, viewport, [axis.low, axis.high]),
    [plot, viewport, axis],
  )
  const { active, selection, attach, setActive, handlers } = useChartGestures({
    series,
    to,
    extent,
    onViewport,
    onOpen,
  })
  const stage = useMergedRef(ref, attach)

  return (
    <div
      ref={stage}
      className={classes.stage}
      role="application"
      aria-roledescription="グラフ"
      aria-label={label}
      aria-describedby={help}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are walked by keys
      tabIndex={0}
      {...handlers}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Its own button or the dialog above: the point stays active for the return.
        const stays = relatedTarget?.closest('[role="dialog"]') || currentTarget.contains(relatedTarget)
        if (!stays) setActive(null)
      }}
    >
      <div aria-hidden className={classes.layer}>
        {width > 0 && (
          <EChart option={option} width={width} height={height} corners={corners} onPlot={takePlot} />
        )}
        {to &&
          series.flatMap(({ id, breaks = [] }) =>
            breaks
              .filter(({ at }) => isWithin(at, viewport))
              .map(({ at }) => (
                <div
                  key={`${id} ${at}`}
                  className={classes.break}
                  data-left={to.x(at) > width / 2 || undefined}
                  style={{ left: to.x(at), top: to.plot.y, height: to.plot.height }}
                >
                  <span>交換</span>
                </div>
              )),
          )}
        {to && mark && isWithin(mark.at, viewport) && (
          <>
            <div
              className={classes.break}
              data-left={to.x(mark.at) > width / 2 || undefined}
              style={{ left: to.x(mark.at), top: to.plot.y, height: to.plot.height }}
            >
              <span>{mark.text}</span>
            </div>
            {mark.value !== null && (
              <div
                className={classes.ring}
                style={{ left: to.x(mark.at), top: to.y(mark.value), borderColor: 'var(--abnormal-edge)' }}
              />
            )}
          </>
        )}
        {to && marks?.(to)}
        {to && selection && (
          <div
            className={classes.selection}
            style={{
              left: selection[0],
              top: to.plot.y,
              width: selection[1] - selection[0],
              height: to.plot.height,
            }}
          />
        )}
        {to && active && (
          <div
            className={classes.cursor}
            style={{ left: to.x(active.point.at), top: to.plot.y, height: to.plot.height }}
          />
        )}
        {to && active && active.point.value !== null && (
          <div
            className={classes.ring}
            style={{
              left: to.x(active.point.at),
              top: to.y(active.point.value),
              borderColor: styleOf(active.series.style).color,
            }}
          />
        )}
      </div>
      {active && to && (
        <PointTooltip
          of={active}
          x={to.x(active.point.at)}
          y={active.point.value === null ? to.plot.y + to.plot.height / 2 : to.y(active.point.value)}
          room={{ width, height }}
          onOpen={active.by === 'touch' ? () => onOpen(active) : null}
        />
      )}
      <VisuallyHidden id={help}>
        矢印キーで測定値を移動、Enterで詳細、プラスとマイナスで拡大と縮小、0で全期間を表示します。
      </VisuallyHidden>
      <VisuallyHidden role="status">{active?.by === 'keys' && pointText(active, zone)}</VisuallyHidden>
    </div>
  )
}
