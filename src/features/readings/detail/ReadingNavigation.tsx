import { ActionIcon, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import classes from './ReadingNavigation.module.css'

interface Props {
  /** Undefined: none, or input is unsaved. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
  /** The button that was pressed before it was known where it leads. */
  awaited?: 'previous' | 'next' | null
  /** Position in the list: always for an alert, otherwise at the ends. */
  position: ReactNode
}

/** Previous and next reading by button and ← →. */
export function ReadingNavigation({ previous, next, awaited = null, position }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  /** A calendar or question on top handles its own keys. */
  const isHere = ({ target }: KeyboardEvent) => {
    const dialog = target instanceof Element ? target.closest('[role=dialog]') : null
    return dialog === null || dialog.contains(ref.current)
  }
  useHotkeys([
    ['ArrowLeft', (event) => isHere(event) && previous?.()],
    ['ArrowRight', (event) => isHere(event) && next?.()],
  ])
  return (
    <Group ref={ref} className={classes.moves} flex="none" gap={4} mr="auto">
      <ActionIcon
        size={48}
        aria-label="前の測定値"
        disabled={!previous}
        loading={awaited === 'previous'}
        onClick={previous}
      >
        <IconChevronLeft aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={48}
        aria-label="次の測定値"
        disabled={!next}
        loading={awaited === 'next'}
        onClick={next}
      >
        <IconChevronRight aria-hidden />
      </ActionIcon>
      <span className={classes.position} role="status">
        {position}
      </span>
    </Group>
  )
}
