import type { Device } from '../../../contract/devices.ts'
import classes from './MeterLinks.module.css'
import { TargetLink } from './TargetLink.tsx'

/** The meters that a device measures, each leading to its detail. */
export const MeterLinks = ({ meters }: Pick<Device, 'meters'>) =>
  meters.length === 0 ? (
    '未登録'
  ) : (
    <ul className={classes.meters}>
      {meters.map(({ id, name }) => (
        <li key={id}>
          <TargetLink className={classes.meter} route="/meters/$id" id={id} name={name}>
            {name}
          </TargetLink>
        </li>
      ))}
    </ul>
  )
