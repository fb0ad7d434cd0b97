import { Skeleton } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { clsx } from 'clsx'
import { type Key, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useVirtualRows, type Viewport } from './useVirtualRows.ts'
import classes from './VirtualList.module.css'

interface Props extends Viewport {
  label: string
  count: number
  /** What stands at a place; undefined: it is not here yet. */
  item: (index: number) => ReactNode | undefined
  keyOf: (index: number) => Key
  /** Of an item in px, until it is measured. */
  rowHeight: number
  /** The list has no pages: only what is near the viewport is drawn, as of any list that is long. */
  virtual?: boolean
  className?: string | undefined
  itemClassName?: string | undefined
}

/** So many items are drawn whole, so that the browser’s own search finds everything. */
const drawnWhole = 300

/** A list of cards or tiles in as many columns as its style sheet gives it. */
export function VirtualList(props: Props) {
  const { label, count, item, keyOf, virtual = false, className, itemClassName } = props
  if (virtual || count > drawnWhole) return <NearViewport {...props} />
  return (
    <ul className={clsx(classes.list, className)} aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <li key={keyOf(index)} className={itemClassName}>
          {item(index)}
        </li>
      ))}
    </ul>
  )
}

const unknown = { scroller: null as HTMLElement | null, top: 0, columns: 1, gap: 0 }

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
  const { ref, width } = useElementSize<HTMLUListElement>()
  const [layout, setLayout] = useState(unknown)
  const { columns } = layout
  // Without its width the columns are not known, and nothing is in the viewport yet.
  const isLaidOut = width > 0
  const virtualizer = useVirtualRows({
    label,
    count: isLaidOut ? count : 0,
    rowHeight,
    ...layout,
    ...viewport,
  })
  // What stands above may grow or shrink with any render. To measure while somebody scrolls would make the browser lay
  // the page out twice a frame.
  useLayoutEffect(() => {
    if (list.current === null || virtualizer.isScrolling) return
    const next = layoutOf(list.current)
    setLayout((held) => (isSame(held, next) ? held : next))
  })
  // Other rows than before: what was measured says nothing of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are what changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columns])
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  const height = virtualizer.getTotalSize()
  const room = {
    paddingTop: first ? first.start - layout.top : 0,
    paddingBottom: last ? height - last.end + layout.top : height,
  }
  return (
    <ul
      ref={useMergedRef(list, ref)}
      className={clsx(classes.list, classes.virtual, className)}
      aria-label={label}
      style={room}
    >
      {rows.flatMap(({ index: row, size }) =>
        Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
          const index = row * columns + column
          const shown = item(index)
          return shown === undefined ? (
            // It keeps the height that it had.
            <li key={`place ${index}`} aria-hidden className={itemClassName} style={{ height: size }}>
              <Skeleton height="100%" />
            </li>
          ) : (
            <li
              key={keyOf(index)}
              // The row is as high as any of its items.
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
    scroller,
    top: Math.round(list.getBoundingClientRect().top + above),
    columns: gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
  }
}

/** What scrolls the element; null: the window. */
function scrollerOf({ parentElement: parent }: Element): HTMLElement | null {
  if (parent === null || parent === document.body) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent)
}
