import { useOpenAlerts } from '../../lib/live/useOpenAlerts.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './AlertCount.module.css'

/** Shown as 99+ above. */
const maxShown = 99

/** Number of alerts, devices in trouble and late rounds, at the menu entry; hidden at zero. */
export function AlertCount() {
  const open = useOpenAlerts()
  if (open === undefined || open.count === 0) return null
  const { count, devices, late } = open
  const others = [devices > 0 && `端末 ${devices}件`, late > 0 && `遅れている点検ルート ${late}件`].filter(
    Boolean,
  )
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > maxShown ? `${maxShown}+` : count}</span>
      <VisuallyHidden>
        発生中 {count}件{others.length > 0 && `（${others.join('、')}を含む）`}
      </VisuallyHidden>
    </span>
  )
}
