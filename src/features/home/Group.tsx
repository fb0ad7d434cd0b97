import { Title } from '@mantine/core'
import { type Key, type ReactNode, useId } from 'react'
import { Portions } from '../../ui/table/Portions.tsx'
import classes from './Group.module.css'

interface Props<T> {
  label: string
  members: readonly T[]
  keyOf: (member: T) => Key
  /** Draws one of them. */
  children: (member: T) => ReactNode
}

/** A part of a tab under its heading, which says how many there are. */
export function Group<T>({ label, members, keyOf, children }: Props<T>) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.heading}>
        {label}
        <span className={classes.count}>{members.length.toLocaleString('ja-JP')} 件</span>
      </Title>
      {members.length === 0 ? (
        <p className={classes.none}>No Data</p>
      ) : (
        <Portions name={label} rows={members}>
          {(shown) => (
            <ul className={classes.members}>
              {shown.map((member) => (
                <li key={keyOf(member)}>{children(member)}</li>
              ))}
            </ul>
          )}
        </Portions>
      )}
    </section>
  )
}
