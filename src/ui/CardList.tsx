import type { Key, ReactNode } from 'react'
import classes from './CardList.module.css'

interface Props<T> {
  label: string
  records: readonly T[]
  keyOf: (record: T) => Key
  card: (record: T) => ReactNode
}

/** A list below 768 px: one card a record. */
export const CardList = <T,>({ label, records, keyOf, card }: Props<T>) => (
  <ul className={classes.list} aria-label={label}>
    {records.map((record) => (
      <li key={keyOf(record)} className={classes.card}>
        {card(record)}
      </li>
    ))}
  </ul>
)
