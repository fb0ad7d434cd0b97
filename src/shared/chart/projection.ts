import type { Viewport } from './chartViewport.ts'

/** Px within the chart's element. */
export interface Position {
  x: number
  y: number
}

/** Px within the chart's element. */
export interface Box extends Position {
  width: number
  height: number
}

/** From time and value to px, and back. */
export interface Projection {
  plot: Box
  viewport: Viewport
  x: (at: number) => number
  y: (value: number) => number
  at: (x: number) => number
}

export function projectionOf(
  plot: Box,
  viewport: Viewport,
  [low, high]: readonly [number, number],
): Projection {
  const perTime = plot.width / Math.max(viewport.to - viewport.from, 1)
  const perValue = plot.height / (high - low)
  return {
    plot,
    viewport,
    x: (at) => plot.x + (at - viewport.from) * perTime,
    y: (value) => plot.y + (high - value) * perValue,
    at: (x) => viewport.from + (x - plot.x) / perTime,
  }
}
