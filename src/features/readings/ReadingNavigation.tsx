import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './ReadingNavigation.module.css'

interface Props {
  /** Undefined: none, or input is unsaved. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
  /** Position in the list: always for an alert, otherwise at the ends. */
  position: ReactNode
}

/** Previous and next reading by button and ← →. */
export function ReadingNavigation({ previous, next, position }: Props) {
  useHotkeys([
    ['ArrowLeft', () => previous?.()],
    ['ArrowRight', () => next?.()],
  ])
  return (
    <div className={classes.moves}>
      <ActionIcon size={48} aria-label="前の測定値" disabled={!previous} onClick={previous}>
        <IconChevronLeft aria-hidden />
      </ActionIcon>
      <ActionIcon size={48} aria-label="次の測定値" disabled={!next} onClick={next}>
        <IconChevronRight aria-hidden />
      </ActionIcon>
      <span className={classes.position} role="status">
        {position}
      </span>
    </div>
  )
}
