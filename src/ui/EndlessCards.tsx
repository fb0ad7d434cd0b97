import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './CardList.module.css'

interface Props<T> {
  label: string
  records: readonly T[]
  card: (record: T) => ReactNode
  /** Brings the records that follow. */
  more: (() => void) | undefined
}

/** Cards of a list without end: only those near the window are drawn. */
export function EndlessCards<T>({ label, records, card, more }: Props<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: records.length,
    estimateSize: () => 112,
    gap: 8,
    overscan: 6,
    scrollMargin: top,
  })
  // What stands above may grow or shrink with any render; an equal number changes nothing.
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  const drawn = virtualizer.getVirtualItems()
  const end = drawn.at(-1)?.index ?? -1
  useEffect(() => {
    if (end >= records.length - 10) more?.()
  }, [end, records.length, more])
  return (
    <ul
      ref={list}
      className={classes.endless}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map(({ key, index, start }) => {
        const record = records[index]
        return (
          record !== undefined && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.card}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {card(record)}
            </li>
          )
        )
      })}
    </ul>
  )
}
