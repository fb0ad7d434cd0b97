import { Skeleton } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './CardList.module.css'
import { type Endless, useLooking } from './useLooking.ts'

interface Props extends Endless {
  label: string
  count: number
  /** What stands at a place; undefined: it is not here. */
  cardAt: (index: number) => ReactNode | undefined
}

/** Cards of a list without end: only those near the window are drawn. */
export default function EndlessCards({ label, count, cardAt, ...endless }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: () => 112,
    gap: 8,
    overscan: 6,
    scrollMargin: top,
  })
  // What stands above may grow or shrink with any render; an equal number changes nothing. To measure while somebody
  // scrolls would make the browser lay the page out twice a frame.
  useLayoutEffect(() => {
    if (list.current && !virtualizer.isScrolling)
      setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  useLooking(virtualizer, count, { label, ...endless })
  return (
    <ul
      ref={list}
      className={classes.endless}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
        const card = cardAt(index)
        const place = { transform: `translateY(${start - top}px)` }
        return card === undefined ? (
          // It keeps the height that it had.
          <li key={key} aria-hidden className={classes.card} style={{ ...place, height: size }}>
            <Skeleton height="100%" />
          </li>
        ) : (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.card}
            style={place}
          >
            {card}
          </li>
        )
      })}
    </ul>
  )
}
