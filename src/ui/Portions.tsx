import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './Portions.module.css'

/** So many are drawn at first, and with each press. */
const portion = 60

interface Props<T> {
  rows: readonly T[]
  /** Draws those that are shown. */
  children: (shown: readonly T[]) => ReactNode
}

/** A list that may hold thousands: the first of them, and the others as they are asked for. */
export function Portions<T>({ rows, children }: Props<T>) {
  const [most, setMost] = useState(portion)
  const left = rows.length - most
  return (
    <>
      {children(left > 0 ? rows.slice(0, most) : rows)}
      {left > 0 && (
        <Button className={classes.more} variant="default" onClick={() => setMost(most + portion)}>
          {`さらに表示（残り ${left.toLocaleString('ja-JP')} 件）`}
        </Button>
      )}
    </>
  )
}
