import type { Key, ReactNode } from 'react'
import classes from './CardList.module.css'
import { useDrawn } from './useDrawn.ts'

interface Props<T> {
  label: string
  records: readonly T[]
  keyOf: (record: T) => Key
  card: (record: T) => ReactNode
  /** It was not on the screen before. */
  fresh: boolean
}

/** A list below 768 px: one card a record. */
export function CardList<T>({ label, records, keyOf, card, fresh }: Props<T>) {
  const drawn = useDrawn(records, fresh)
  return (
    <ul className={classes.list} aria-label={label}>
      {drawn.map((record) => (
        <li key={keyOf(record)} className={classes.card}>
          {card(record)}
        </li>
      ))}
    </ul>
  )
}
