import type { Device } from '../../../contract/devices.ts'
import { Failure, route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { type DeviceRow, findDevice, listDevices, renameDevice } from './repository.ts'

export const deviceRoutes = [
  route('devices', async ({ tx, session, deps, query }) => {
    const present = presenterFor(deps, session)
    const rows = await listDevices(tx, session.organizationId, query.type)
    return { data: rows.map((row) => presentDevice(row, present)) }
  }),
  route('updateDevice', async ({ tx, session, deps, params, body }) => {
    if (body.name !== undefined)
      await renameDevice(tx, session.organizationId, params.id, body.name, deps.clock())
    const row = await findDevice(tx, session.organizationId, params.id)
    if (row === undefined) throw new Failure('not_found')
    return { data: presentDevice(row, presenterFor(deps, session)) }
  }),
]

function presentDevice({ device, meters }: DeviceRow, present: Presenter): Device {
  const instantOf = (at: Date | null) => at && present.instant(at)
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
    outage: null,
    arrivals: null,
    last_picture: null,
    meters: meters.map(({ id, name }) => ({ id, name, device_id: device.id })),
    created_at: present.instant(device.createdAt),
    updated_at: present.instant(device.updatedAt),
    deleted_at: instantOf(device.deletedAt),
  }
}
