import { useDeferredValue, useEffect, useState } from 'react'

/** No phone shows more rows of a list at once. */
const firstSeen = 6

/**
 * The rows to draw now. Of a list that has just come (`fresh`) those that are seen first, so that they are painted
 * before the others are drawn, in slices between which a press is answered; a list that was here before is drawn as a
 * whole, so that whoever comes back finds their place in it.
 */
export function useDrawn<Row>(rows: readonly Row[], fresh: boolean): readonly Row[] {
  const whole = useDeferredValue(true, !fresh)
  return whole ? rows : rows.slice(0, firstSeen)
}

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
/** Nobody comes back to a place in the first list of a page that was neither loaded again nor come back to. */
let isFirst = visit?.type === 'navigate'

/** Whether a list was not on the screen before, as `useDrawn` wants to know; stays as it was when the list began. */
export function useIsFresh(rows: unknown): boolean {
  const [fresh] = useState(() => rows === undefined || isFirst)
  useEffect(() => {
    isFirst = false
  }, [])
  return fresh
}
