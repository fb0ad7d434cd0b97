import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { historyEntryKey, loadEntryValue, saveEntryValue } from './historyEntryState.ts'

export interface ViewportOptions {
  /** Called with the rows in or near the viewport. */
  onViewport?: ((first: number, last: number) => void) | undefined
  /** Index of the row whose detail is open; the list scrolls to it. */
  opened?: number | undefined
}

interface Options extends ViewportOptions {
  /** Key for scroll restoration. */
  label: string
  /** Of items. */
  count: number
  /** Items per row. */
  columns?: number
  /** Estimated height of a row, px. */
  rowHeight: number
  gap?: number
  /** Scroll container; null: the window. */
  scroller: HTMLElement | null
  /** Offset of the list within it, px. */
  top?: number
}

const overscan = 6
/** Fractional px: rounding errors add up and would shift rows while scrolling. */
const measureElement = (element: Element, entry: ResizeObserverEntry | undefined) =>
  entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height

const nowhere = { startIndex: 0, endIndex: -1 }

/**
 * Virtualized rows. Reports the visible ones, scrolls to the opened one, and restores the position by row: after a
 * return heights are estimates again, so a scroll offset would lead to other rows.
 */
export function useVirtualRows(options: Options) {
  const {
    label,
    count,
    columns = 1,
    rowHeight,
    gap = 0,
    scroller,
    top = 0,
    onViewport,
    opened = -1,
  } = options
  const rows = Math.ceil(count / columns)
  const common = { estimateSize: () => rowHeight, measureElement, gap, overscan, scrollMargin: top }
  // biome-ignore lint/nursery/useReactCompiler: the library's object changes in place; we do not run the compiler
  const inWindow = useWindowVirtualizer<HTMLElement>({ ...common, count: scroller ? 0 : rows })
  const inElement = useVirtualizer<HTMLElement, HTMLElement>({
    ...common,
    count: scroller ? rows : 0,
    getScrollElement: () => scroller,
  })
  const virtualizer = scroller ? inElement : inWindow
  const rendered = virtualizer.getVirtualItems()
  const first = rendered[0]?.index ?? 0
  const last = rendered.at(-1)?.index ?? -1

  const key = historyEntryKey(label)
  const [savedIndex] = useState(() => loadEntryValue(key) ?? -1)
  const isRestoring = useRef(savedIndex >= 0)
  useEffect(() => {
    if (last < 0 || last >= rows) return
    const { startIndex, endIndex } = virtualizer.range ?? nowhere
    const row = Math.floor(savedIndex / columns)
    isRestoring.current &&= row < rows && (row < startIndex || row > endIndex)
    if (isRestoring.current) return virtualizer.scrollToIndex(row, { align: 'center' })
    saveEntryValue(key, Math.round((startIndex + endIndex) / 2) * columns)
    onViewport?.(first * columns, Math.min((last + 1) * columns, count) - 1)
  }, [first, last, rows, columns, count, onViewport, key, savedIndex, virtualizer])

  const open = opened < 0 ? -1 : Math.floor(opened / columns)
  const isAway = last >= 0 && open >= 0 && (open < first || open > last)
  useEffect(() => {
    if (isAway) virtualizer.scrollToIndex(open, { align: 'center' })
  }, [isAway, open, virtualizer])
  // Closing by Back restores the position of the first opened one.
  const before = useRef(-1)
  useEffect(() => {
    const closed = open < 0 ? before.current : -1
    before.current = open
    if (closed < 0) return
    const frame = requestAnimationFrame(() => {
      const { startIndex, endIndex } = virtualizer.range ?? nowhere
      if (closed < startIndex || closed > endIndex) virtualizer.scrollToIndex(closed, { align: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [open, virtualizer])
  return virtualizer
}
