import { Skeleton } from '@mantine/core'
import { clsx } from 'clsx'
import { type Key, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useIsPrinting } from './useIsPrinting.ts'
import { useVirtualRows, type ViewportOptions } from './useVirtualRows.ts'
import classes from './VirtualList.module.css'

interface Props extends ViewportOptions {
  label: string
  count: number
  /** Undefined: not loaded. */
  item: (index: number) => ReactNode | undefined
  keyOf: (index: number) => Key
  /** Estimated height of an item, px. */
  rowHeight: number
  /** Unpaged: renders items near the viewport only, as does any long list. */
  virtual?: boolean
  className?: string | undefined
  itemClassName?: string | undefined
}

/** Up to this count all items are rendered, so that the browser’s search finds them. */
const maxUnvirtualized = 300

/** Cards or tiles in as many columns as the style sheet gives. */
export function VirtualList(props: Props) {
  const { count, virtual = false } = props
  return virtual || count > maxUnvirtualized ? <NearViewport {...props} /> : <AllItems {...props} />
}

const AllItems = ({ label, count, item, keyOf, className, itemClassName }: Props) => (
  <ul className={clsx(classes.list, className)} aria-label={label}>
    {Array.from({ length: count }, (_, index) => {
      const shown = item(index)
      return (
        shown !== undefined && (
          <li key={keyOf(index)} className={itemClassName}>
            {shown}
          </li>
        )
      )
    })}
  </ul>
)

const unknown = { laidOut: false, scroller: null as HTMLElement | null, top: 0, columns: 1, gap: 0 }

function NearViewport({
  label,
  count,
  item,
  keyOf,
  rowHeight,
  className,
  itemClassName,
  ...viewport
}: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [{ laidOut, ...layout }, setLayout] = useState(unknown)
  const { columns } = layout
  const virtualizer = useVirtualRows({
    label,
    count: laidOut ? count : 0,
    rowHeight,
    ...layout,
    ...viewport,
  })
  const measure = useCallback(() => {
    if (list.current === null) return
    const next = layoutOf(list.current)
    setLayout((held) => (isSame(held, next) ? held : next))
  }, [])
  // Content above may change with any render. Measuring on scroll would force a second layout per frame.
  useLayoutEffect(() => {
    // Before the paint, so that the first one shows rows.
    if (!virtualizer.isScrolling) measure()
  })
  useLayoutEffect(() => {
    if (list.current === null) return
    const observer = new ResizeObserver(() => requestAnimationFrame(measure))
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [measure])
  // Another number of columns changes all rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are what changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columns])
  const isPrinting = useIsPrinting()
  if (isPrinting) {
    return <AllItems {...{ label, count, item, keyOf, rowHeight, className, itemClassName }} />
  }
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  const height = virtualizer.getTotalSize()
  const spacers = {
    paddingTop: first ? first.start - layout.top : 0,
    paddingBottom: last ? height - last.end + layout.top : height,
  }
  return (
    <ul
      ref={list}
      className={clsx(classes.list, classes.virtual, className)}
      aria-label={label}
      style={spacers}
    >
      {rows.flatMap(({ index: row, size }) =>
        Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
          const index = row * columns + column
          const shown = item(index)
          return shown === undefined ? (
            // Keeps its height.
            <li key={`place ${index}`} aria-hidden className={itemClassName} style={{ height: size }}>
              <Skeleton height="100%" />
            </li>
          ) : (
            <li
              key={keyOf(index)}
              // All items of a row have the same height.
              ref={column === 0 ? virtualizer.measureElement : undefined}
              data-index={row}
              className={itemClassName}
              aria-setsize={count}
              aria-posinset={index + 1}
            >
              {shown}
            </li>
          )
        }),
      )}
    </ul>
  )
}

const isSame = (one: typeof unknown, other: typeof unknown) =>
  one.laidOut === other.laidOut &&
  one.scroller === other.scroller &&
  one.top === other.top &&
  one.columns === other.columns &&
  one.gap === other.gap

function layoutOf(list: HTMLElement): typeof unknown {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const scroller = scrollerOf(list)
  const above = scroller
    ? scroller.scrollTop - scroller.getBoundingClientRect().top
    : document.documentElement.scrollTop
  return {
    // Hidden, it has no columns and no viewport.
    laidOut: list.clientWidth > 0,
    scroller,
    top: Math.round(list.getBoundingClientRect().top + above),
    columns: gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
  }
}

/** The scrolling ancestor; null: the window. */
function scrollerOf({ parentElement: parent }: Element): HTMLElement | null {
  if (parent === null || parent === document.body) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent)
}
