import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Group.module.css'

interface Props {
  label: string
  count: number
  /** Shown where there is at least one. */
  children: ReactNode
}

/** A part of a tab under its heading, which says how many there are. */
export function Group({ label, count, children }: Props) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {label}
        <span className={classes.count}>{count.toLocaleString('ja-JP')} 件</span>
      </Title>
      {count === 0 ? <p className={classes.none}>No Data</p> : children}
    </section>
  )
}
