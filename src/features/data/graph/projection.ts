import type { Box } from './placing.ts'
import type { TimeWindow } from './timeWindow.ts'
import type { ValueScale } from './valueScale.ts'

/** Where time and value lie in the chart’s element, in px, and back. */
export interface Projection {
  plot: Box
  shown: TimeWindow
  x: (at: number) => number
  y: (value: number) => number
  at: (x: number) => number
}

export function projectionOf(plot: Box, shown: TimeWindow, scale: ValueScale): Projection {
  const perTime = plot.width / Math.max(shown.to - shown.from, 1)
  const perValue = plot.height / (scale.high - scale.low)
  return {
    plot,
    shown,
    x: (at) => plot.x + (at - shown.from) * perTime,
    y: (value) => plot.y + (scale.high - value) * perValue,
    at: (x) => shown.from + (x - plot.x) / perTime,
  }
}
