import type { Device } from '../../../contract/devices.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import classes from './MeterLinks.module.css'

/** The meters that a device measures, each leading to its detail. */
export const MeterLinks = ({ meters }: Pick<Device, 'meters'>) =>
  meters.length === 0 ? (
    '未登録'
  ) : (
    <ul className={classes.meters}>
      {meters.map(({ id, name }) => (
        <li key={id}>
          <ScreenLink className={classes.meter} route="/meters/$id" params={{ id: String(id) }}>
            {name}
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
