import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { memo, useLayoutEffect } from 'react'
import { usePlotArea } from 'recharts'
import { numberText } from '../../../ui/text/numberText.ts'
import classes from './ChartPlot.module.css'
import type { Box } from './placing.ts'
import type { Tick } from './timeTicks.ts'
import type { TimeWindow } from './timeWindow.ts'
import type { ValueScale } from './valueScale.ts'

interface Props {
  shown: TimeWindow
  ticks: readonly Tick[]
  scale: ValueScale
  /** Drawn behind the lines. */
  band: readonly [number, number] | null
  /** Room for the ticks’ numbers, in px. */
  valueRoom: number
  /** Room for what stands at the lines’ ends, in px. */
  endRoom: number
  /** Where in the element the plot lies, in px. */
  onPlot: (plot: Box) => void
}

/** The lines are drawn over it, so that they move with a finger. */
const none: never[] = []

/** Axes, grid and band. */
export const ChartPlot = memo(function ChartPlot({
  shown,
  ticks,
  scale,
  band,
  valueRoom,
  endRoom,
  onPlot,
}: Props) {
  const labels = new Map(ticks.map(({ at, label }) => [at, label]))
  return (
    <LineChart
      className={classes.plot}
      data={none}
      dataKey="at"
      series={none}
      withTooltip={false}
      accessibilityLayer={false}
      gridAxis="xy"
      strokeDasharray="0"
      tickLine="none"
      lineChartProps={{ margin: { top: 12, right: endRoom, bottom: 4, left: 2 } }}
      xAxisProps={{
        type: 'number',
        domain: [shown.from, shown.to],
        allowDataOverflow: true,
        ticks: ticks.map(({ at }) => at),
        tickFormatter: (at: number) => labels.get(at) ?? '',
        // They were chosen to have room.
        interval: 0,
        tick: { transform: 'translate(0, 8)', fontSize: '0.75rem', fill: 'currentColor' },
      }}
      yAxisProps={{
        domain: [scale.low, scale.high],
        allowDataOverflow: true,
        ticks: scale.ticks,
        width: valueRoom,
        interval: 0,
        tickFormatter: (value: number) => numberText(value, scale.decimals),
        tick: { transform: 'translate(-6, 0)', fontSize: '0.75rem', fill: 'currentColor' },
      }}
      {...(band && {
        referenceAreas: [
          {
            y1: band[0],
            y2: band[1],
            fill: 'var(--abnormal-band)',
            fillOpacity: 1,
            stroke: 'none',
            ifOverflow: 'hidden' as const,
          },
        ],
      })}
    >
      <Geometry onPlot={onPlot} />
    </LineChart>
  )
})

function Geometry({ onPlot }: Pick<Props, 'onPlot'>) {
  const { x, y, width, height } = usePlotArea() ?? { x: 0, y: 0, width: 0, height: 0 }
  useLayoutEffect(() => {
    if (width > 0) onPlot({ x, y, width, height })
  }, [onPlot, x, y, width, height])
  return null
}
