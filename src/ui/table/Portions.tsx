import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { entryKey, recall, remember } from './entryMemory.ts'
import classes from './Portions.module.css'

/** So many are drawn at first, and with each press. */
const portion = 60

interface Props<T> {
  rows: readonly T[]
  /** Whoever comes back finds it opened as far as it was left under this name; otherwise it begins anew. */
  name?: string
  /** Draws those that are shown, as one list. */
  children: (shown: readonly T[]) => ReactNode
}

/** A list that may hold thousands: the first of them, and the others as they are asked for. */
export function Portions<T>({ rows, name, children }: Props<T>) {
  const [most, setMost] = useState(() => (name && recall(entryKey(name))) || portion)
  const left = rows.length - most
  const showMore = ({ currentTarget: { previousElementSibling: list } }: MouseEvent) => {
    const more = most + portion
    flushSync(() => setMost(more))
    if (name) remember(entryKey(name), more)
    // The button has moved away or is gone: what it has brought is read on from there.
    const next = list?.children[most]
    if (!(next instanceof HTMLElement)) return
    next.tabIndex = -1
    next.focus()
  }
  return (
    <>
      {children(left > 0 ? rows.slice(0, most) : rows)}
      {left > 0 && (
        <Button className={classes.more} variant="default" onClick={showMore}>
          {`さらに表示（残り ${left.toLocaleString('ja-JP')} 件）`}
        </Button>
      )}
    </>
  )
}
