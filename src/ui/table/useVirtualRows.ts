import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { entryKey, recall, remember } from './entryMemory.ts'

export interface Viewport {
  /** Told which rows are in the viewport or near it. */
  onViewport?: ((first: number, last: number) => void) | undefined
  /** Where the row stands whose detail is open: the list goes along with it. */
  opened?: number | undefined
}

interface Options extends Viewport {
  /** Of the list, for coming back. */
  label: string
  /** Of all items. */
  count: number
  /** Items side by side. */
  columns?: number
  /** Height of a row in px, until it is measured. */
  rowHeight: number
  gap?: number
  /** What scrolls; null: the window. */
  scroller: HTMLElement | null
  /** Where the list begins within it, in px. */
  top?: number
}

const overscan = 6
/** To the fraction of a pixel: what is rounded adds up, and rows would move by it while somebody scrolls. */
const measureElement = (element: Element, entry: ResizeObserverEntry | undefined) =>
  entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height

const nowhere = { startIndex: 0, endIndex: -1 }

/**
 * Rows of which only those near the viewport are drawn. Tells which these are, goes along with the one whose detail is
 * open, and shows a list that is come back to where it was left: its heights are guesses again, so that the same
 * distance would lead to other rows.
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
  const inWindow = useWindowVirtualizer<HTMLElement>({ ...common, count: scroller ? 0 : rows })
  const inElement = useVirtualizer<HTMLElement, HTMLElement>({
    ...common,
    count: scroller ? rows : 0,
    getScrollElement: () => scroller,
  })
  const virtualizer = scroller ? inElement : inWindow
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? -1

  const key = entryKey(label)
  const [left] = useState(() => recall(key) ?? -1)
  const returns = useRef(left >= 0)
  useEffect(() => {
    if (last < 0 || last >= rows) return
    const { startIndex, endIndex } = virtualizer.range ?? nowhere
    const row = Math.floor(left / columns)
    returns.current &&= row < rows && (row < startIndex || row > endIndex)
    if (returns.current) return virtualizer.scrollToIndex(row, { align: 'center' })
    remember(key, Math.round((startIndex + endIndex) / 2) * columns)
    onViewport?.(first * columns, Math.min((last + 1) * columns, count) - 1)
  }, [first, last, rows, columns, count, onViewport, key, left, virtualizer])

  const open = opened < 0 ? -1 : Math.floor(opened / columns)
  const isAway = last >= 0 && open >= 0 && (open < first || open > last)
  useEffect(() => {
    if (isAway) virtualizer.scrollToIndex(open, { align: 'center' })
  }, [isAway, open, virtualizer])
  // Going back puts the screen where it was when the first one was opened.
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
