import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ReadingNote.module.css'

interface Props {
  icon: ReactNode
  title: string
  /** Paragraphs and buttons. */
  children: ReactNode
}

/** Says above the facts of a reading what a person should do about it. */
export const ReadingNote = ({ icon, title, children }: Props) => (
  <section className={classes.note} aria-label={title}>
    <Flex component="strong" gap={8} align="center">
      {icon}
      {title}
    </Flex>
    {children}
  </section>
)
