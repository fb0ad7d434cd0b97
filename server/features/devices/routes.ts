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
    await renameDevice(tx, session.organizationId, params.id, body.name, deps.clock())
    const row = await findDevice(tx, session.organizationId, params.id)
    if (row === undefined) throw new Failure('not_found')
    return { data: presentDevice(row, presenterFor(deps, session)) }
  }),
]

function presentDevice({ device, meterIds }: DeviceRow, present: Presenter): Device {
  return {
    id: device.id,
    name: device.name,
    type: device.type,
    status: device.status,
    serial_number: device.serialNumber,
    battery_per: device.batteryPer,
    last_dbm_recorded: device.lastDbmRecorded,
    last_communicated_at: device.lastCommunicatedAt && present.instant(device.lastCommunicatedAt),
    meter_ids: meterIds,
    created_at: present.instant(device.createdAt),
    updated_at: present.instant(device.updatedAt),
  }
}
