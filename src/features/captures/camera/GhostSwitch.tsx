import { UnstyledButton } from '@mantine/core'
import { IconLayersIntersect } from '@tabler/icons-react'
import classes from './GhostSwitch.module.css'

interface Props {
  on: boolean
  onChange: (on: boolean) => void
}

export const GhostSwitch = ({ on, onChange }: Props) => (
  <UnstyledButton className={classes.switch} aria-pressed={on} onClick={() => onChange(!on)}>
    <IconLayersIntersect size={24} stroke={1.75} aria-hidden />
    <span className={classes.label}>メーター画像を重ねる</span>
  </UnstyledButton>
)
