import {
  IconBattery,
  IconBattery1,
  IconBattery2,
  IconBattery3,
  IconBattery4,
  IconBatteryOff,
} from '@tabler/icons-react'
import { lowBattery } from '../../../contract/devices.ts'
import classes from './Level.module.css'

/** From each percentage on; the lowest band is the one of `lowBattery`. */
const bands = [
  { from: 90, icon: IconBattery4 },
  { from: 60, icon: IconBattery3 },
  { from: 30, icon: IconBattery2 },
  { from: lowBattery + 1, icon: IconBattery1 },
] as const

/** Battery charge: icon by its band, and per cent. */
export function Battery({ percent }: { percent: number | null }) {
  if (percent === null)
    return (
      <span className={classes.level}>
        <IconBatteryOff size={20} aria-hidden />
        データ無し
      </span>
    )
  const band = bands.find(({ from }) => percent >= from)
  const Icon = band?.icon ?? IconBattery
  return (
    <span className={classes.level} data-low={band === undefined || undefined}>
      <Icon size={20} aria-hidden />
      {percent} %
    </span>
  )
}
