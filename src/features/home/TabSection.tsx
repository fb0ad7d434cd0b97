import { Box, Flex } from '@mantine/core'
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
      <Flex component="h2" wrap="wrap" gap="0 10px" align="baseline" fz="md" lh={1.4} id={id}>
        {label}
        <Box component="span" fz="sm" fw={500} c="dimmed">
          {members.length.toLocaleString('ja-JP')} 件
        </Box>
      </Flex>
      {members.length === 0 ? (
        <Box
          component="p"
          px={16}
          py={12}
          c="dimmed"
          bg="var(--mantine-color-body)"
          bd="1px dashed var(--line)"
          bdrs="md"
        >
          No Data
        </Box>
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
