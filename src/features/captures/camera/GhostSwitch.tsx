import { UnstyledButton } from '@mantine/core'
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import classes from './GhostSwitch.module.css'

interface Props {
  on: boolean
  onChange: (on: boolean) => void
}

/** The check mark shows whether the reference picture lies over the live view. */
export function GhostSwitch({ on, onChange }: Props) {
  const Mark = on ? IconSquareCheckFilled : IconSquare
  return (
    <UnstyledButton className={classes.switch} aria-pressed={on} onClick={() => onChange(!on)}>
      <Mark size={24} stroke={1.75} aria-hidden />
      <span className={classes.label}>メーター画像を重ねる</span>
    </UnstyledButton>
  )
}
