import { useElementSize, useMergedRef } from '@mantine/hooks'
import { use, useCallback, useId, useMemo, useState } from 'react'
import { TimeZone, useMinute } from '../../../ui/text/clock.ts'
import { numberText } from '../../../ui/text/numberText.ts'
import { ChartLines } from './ChartLines.tsx'
import { ChartMarks } from './ChartMarks.tsx'
import { ChartPlot } from './ChartPlot.tsx'
import { type Line, pointsWithin, type Spot } from './lines.ts'
import { lookOf } from './looks.ts'
import type { Box } from './placing.ts'
import { projectionOf } from './projection.ts'
import classes from './SeriesChart.module.css'
import { SpotCard, spotText } from './SpotCard.tsx'
import { textSize } from './textSize.ts'
import { timeTicks } from './timeTicks.ts'
import type { TimeWindow } from './timeWindow.ts'
import { useChartGestures } from './useChartGestures.ts'
import { extentOf, valueScale } from './valueScale.ts'

interface Props {
  /** What is drawn, in words. */
  label: string
  /** Of one unit. */
  lines: readonly Line[]
  whole: TimeWindow
  shown: TimeWindow
  numbers: boolean
  onWindow: (window: TimeWindow | null) => void
  onOpen: (spot: Spot) => void
}

const noValues = [0, 1] as const
const sameBand = (a: Line['band'], b: Line['band']) => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/** Lines of one unit over time: seen by mouse, finger and keys, and looked at as closely as one likes. */
export function SeriesChart({ label, lines, whole, shown, numbers, onWindow, onOpen }: Props) {
  const zone = use(TimeZone)
  const now = useMinute()
  const help = useId()
  const clip = useId()
  const [plot, setPlot] = useState<Box | null>(null)
  const takePlot = useCallback(setPlot, [])
  const { ref, width, height } = useElementSize()
  // Anew with the width: a larger text makes less room.
  const lineHeight = useMemo(() => (width > 0 ? textSize().height : 16), [width])

  const [first] = lines
  // Ranges of several meters over one another would say nothing.
  const band = first && lines.every((line) => sameBand(line.band, first.band)) ? first.band : null
  const scale = useMemo(() => {
    const values = lines.flatMap(({ points }) =>
      pointsWithin(points, shown).flatMap(({ value }) => (value === null ? [] : [value])),
    )
    return valueScale(extentOf(values, band) ?? noValues, Math.max(3, Math.round(height / 70)))
  }, [lines, shown, band, height])
  const most = Math.floor((width - 60) / (lineHeight * 4.6))
  const ticks = useMemo(
    () => timeTicks(shown.from, shown.to, zone, now, Math.max(2, most)),
    [shown, zone, now, most],
  )
  const to = useMemo(() => plot && projectionOf(plot, shown, scale), [plot, shown, scale])
  const valueRoom = useMemo(() => {
    const { width: widthOf } = textSize()
    return Math.ceil(Math.max(...scale.ticks.map((tick) => widthOf(numberText(tick, scale.decimals)))) + 12)
  }, [scale])
  const endRoom = useMemo(() => {
    const widths = lines.map(({ points, decimals }) => {
      const last = points.findLast(({ value }) => value !== null)
      return last?.value == null ? 0 : textSize().width(numberText(last.value, decimals))
    })
    return Math.ceil(Math.max(12, ...widths) + 14)
  }, [lines])

  const { looked, selection, attach, look, handlers } = useChartGestures({
    lines,
    to,
    whole,
    onWindow,
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
        // Its own button, or the detail over it: the person comes back to the same point.
        const stays = relatedTarget?.closest('[role="dialog"]') || currentTarget.contains(relatedTarget)
        if (!stays) look(null)
      }}
    >
      <div aria-hidden className={classes.layer}>
        {width > 0 && (
          <ChartPlot
            shown={shown}
            ticks={ticks}
            scale={scale}
            band={band}
            valueRoom={valueRoom}
            endRoom={endRoom}
            onPlot={takePlot}
          />
        )}
        {to && (
          <svg className={classes.over}>
            <title>{label}</title>
            <clipPath id={clip}>
              <rect x={to.plot.x} y={to.plot.y - 2} width={to.plot.width} height={to.plot.height + 4} />
            </clipPath>
            <g clipPath={`url(#${clip})`}>
              <ChartLines lines={lines} to={to} />
            </g>
            <ChartMarks lines={lines} to={to} numbers={numbers} />
            {selection && (
              <rect
                className={classes.selection}
                x={Math.max(Math.min(...selection), to.plot.x)}
                y={to.plot.y}
                width={
                  Math.min(Math.max(...selection), to.plot.x + to.plot.width) -
                  Math.max(Math.min(...selection), to.plot.x)
                }
                height={to.plot.height}
              />
            )}
            {looked && (
              <g>
                <path
                  className={classes.cursor}
                  d={`M${to.x(looked.point.at)} ${to.plot.y}v${to.plot.height}`}
                />
                {looked.point.value !== null && (
                  <circle
                    className={classes.spot}
                    cx={to.x(looked.point.at)}
                    cy={to.y(looked.point.value)}
                    r={6}
                    style={{ stroke: lookOf(looked.line.look).color }}
                  />
                )}
              </g>
            )}
          </svg>
        )}
      </div>
      {looked && to && (
        <SpotCard
          spot={looked}
          x={to.x(looked.point.at)}
          y={looked.point.value === null ? to.plot.y + to.plot.height / 2 : to.y(looked.point.value)}
          room={{ width, height }}
          onOpen={looked.by === 'touch' ? () => onOpen(looked) : null}
        />
      )}
      <span id={help} className={classes.unseen}>
        矢印キーで測定値を移動、Enterで詳細、プラスとマイナスで拡大と縮小、0で全期間を表示します。
      </span>
      <span className={classes.unseen} role="status">
        {looked?.by === 'keys' && spotText(looked, zone)}
      </span>
    </div>
  )
}
