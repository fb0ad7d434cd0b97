import { Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import classes from './MapSidePanel.module.css'

interface Props {
  title: string
  /** On phones it is a sheet over the map. */
  opened: boolean
  onToggle: () => void
  children: ReactNode
}

/** Beside the map; on phones a sheet over it. */
export function MapSidePanel({ title, opened, onToggle, children }: Props) {
  const phone = useIsPhone()
  const id = useId()
  if (!phone)
    return (
      <Stack gap="sm" miw={0}>
        {children}
      </Stack>
    )
  const Chevron = opened ? IconChevronDown : IconChevronUp
  return (
    <div className={classes.sheet} data-opened={opened || undefined}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={onToggle}
      >
        {title}
        <Chevron size={20} aria-hidden />
      </button>
      <div id={id} className={classes.content} hidden={!opened}>
        {children}
      </div>
    </div>
  )
}
