import type { Device } from '../../../contract/devices.ts'
import { DeviceStatus } from '../../shared/devices/DeviceStatus.tsx'
import { DeletedTag } from './DeletedTag.tsx'

/** A deleted device reports no more: what it last was says nothing. */
export const CurrentStatus = ({ device }: { device: Device }) =>
  device.deleted_at === null ? (
    <DeviceStatus status={device.status} />
  ) : (
    <DeletedTag deletedAt={device.deleted_at} />
  )
