import type { Arrivals, Device } from '../../../contract/devices.ts'
import type { Presenter } from '../../presenter.ts'
import { allowancesOf } from './measuring.ts'
import type { DeviceRow } from './repository.ts'

export function presentDevice(
  { device, meters, outage, picture, mapPin, keyExpireAt }: DeviceRow,
  arrivals: { week: Arrivals; month: Arrivals } | undefined,
  present: Presenter,
): Device {
  const instantOf = (at: Date | null) => at && present.instant(at)
  const thumbnail = present.picture(picture?.pictureSha256 ?? null, 'thumbnail')
  return {
    id: device.id,
    name: device.name,
    type: device.type,
    status: device.status,
    organization_id: device.organizationId,
    serial_number: device.serialNumber,
    resolution_type: device.resolutionType,
    count: device.count,
    running_time: device.runningTime,
    heartbeat_time: device.heartbeatTime,
    retry_seconds: allowancesOf(device).retrySeconds,
    is_next_af: device.isNextAf,
    is_buzzer: device.isBuzzer,
    is_flash: device.isFlash,
    allow_time_drift: device.allowTimeDrift,
    interval_crons: device.intervalCrons,
    parent_device_id: device.parentDeviceId,
    battery_per: device.batteryPer,
    last_dbm_recorded: device.lastDbmRecorded,
    last_recorded_at: instantOf(device.lastRecordedAt),
    last_communicated_at: instantOf(device.lastCommunicatedAt),
    next_due_at: instantOf(device.nextDueAt),
    outage: outage && { since: present.instant(outage.since), cause: outage.cause },
    arrivals: device.intervalCrons === null ? null : (arrivals ?? null),
    last_picture:
      picture === null || thumbnail === null
        ? null
        : { thumbnail, created_at: present.instant(picture.measuredAt) },
    key_expire_at: instantOf(keyExpireAt),
    meters: (meters ?? []).map(({ id, name }) => ({ id, name, device_id: device.id })),
    map_pin: mapPin && { id: mapPin.id, map_id: mapPin.mapId },
    created_at: present.instant(device.createdAt),
    updated_at: present.instant(device.updatedAt),
    deleted_at: instantOf(device.deletedAt),
  }
}
