import { IconCamera } from '@tabler/icons-react'
import { deviceType, isCamera } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import classes from './CaptureLink.module.css'

/** Meters of mobile devices are photographed by hand. */
export const isReadByPhone = (meter: Meter): boolean => meter.device?.type === deviceType.mobile

/** Where a camera is out of order, an inspector can take its place. */
export const isReadByCamera = ({ device }: Meter): boolean => device !== null && isCamera(device.type)

interface Props {
  meter: Meter
  /** In the bottom bar. */
  large?: boolean
}

export const CaptureLink = ({ meter, large = false }: Props) => (
  <ButtonLink
    to="/capture-meter-value/$id"
    params={{ id: String(meter.id) }}
    className={large ? classes.large : classes.small}
    size={large ? 'lg' : 'sm'}
    variant={large ? 'filled' : 'light'}
    leftSection={<IconCamera size={large ? 24 : 18} aria-hidden />}
    aria-label={`${meter.name}を${isReadByPhone(meter) ? '' : '代わりに'}撮影`}
  >
    {isReadByPhone(meter) ? '撮影' : '代わりに撮影'}
  </ButtonLink>
)
