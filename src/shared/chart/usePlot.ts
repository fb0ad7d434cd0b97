import { useElementSize } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import type { Box } from './projection.ts'

const isSame = (a: Box | null, b: Box) =>
  a?.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

const rootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The size of a chart's element and of its texts, and where in it the plot area is, all in px. */
export function usePlot() {
  const [plot, setPlot] = useState<Box | null>(null)
  const takePlot = useCallback((next: Box) => setPlot((before) => (isSame(before, next) ? before : next)), [])
  const { ref, width, height } = useElementSize()
  // Recomputed with the width, which a changed text size affects.
  const fontSize = useMemo(() => (width > 0 ? 0.75 * rootFontSize() : 12), [width])
  return { ref, width, height, fontSize, plot, takePlot }
}
