import { Title } from '@mantine/core'
import { type Key, type ReactNode, useId } from 'react'
import { VirtualList } from '../../ui/table/VirtualList.tsx'
import classes from './TabSection.module.css'

interface Props<T> {
  label: string
  members: readonly T[]
  keyOf: (member: T) => Key
  children: (member: T) => ReactNode
}

/** A section of a tab; the heading has the count. */
export function TabSection<T>({ label, members, keyOf, children }: Props<T>) {
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
        <VirtualList
          className={classes.members}
          label={label}
          count={members.length}
          item={(index) => members[index] && children(members[index])}
          keyOf={(index) => (members[index] ? keyOf(members[index]) : index)}
          rowHeight={112}
        />
      )}
    </section>
  )
}
