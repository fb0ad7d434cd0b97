import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { RefObject } from 'react'
import classes from './Alerts.module.css'

interface Props {
  devices: number
  late: number
  /** The devices and rounds, below the alerts. */
  target: RefObject<HTMLElement | null>
}

/** Says above the alerts how many devices and rounds need somebody, and leads to them. */
export const OtherTroublesButton = ({ devices, late, target }: Props) => (
  <Button
    variant="light"
    color="red"
    h="auto"
    mih="var(--control-height)"
    mt={8}
    py={6}
    classNames={{ label: classes.others ?? '' }}
    leftSection={<IconArrowDown size={18} aria-hidden />}
    onClick={() => {
      target.current?.scrollIntoView({ block: 'start' })
      target.current?.focus({ preventScroll: true })
    }}
  >
    {[devices > 0 && `異常のある端末 ${devices}件`, late > 0 && `遅れている点検ルート ${late}件`]
      .filter((part) => part !== false)
      .join('、')}
  </Button>
)
