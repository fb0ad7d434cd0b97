import { and, eq, isNull } from 'drizzle-orm'
import { deviceEndpoints, measures } from '../../../../contract/devices.ts'
import { Failure } from '../../../api/call.ts'
import { devices } from '../../../db/schema.ts'
import { assertMode, lockDevice, scheduleFor, updateDevice } from '../../devices/index.ts'
import { type Fields, recordsTarget, type StoredRecord } from './bulk-records.ts'

type Device = typeof devices.$inferSelect

const recordOf = (device: Device): StoredRecord & { device: Device } => ({
  device,
  name: device.name,
  fields: {
    interval_crons: device.intervalCrons,
    resolution_type: device.resolutionType,
    heartbeat_time: device.heartbeatTime,
    is_next_af: device.isNextAf,
    is_buzzer: device.isBuzzer,
    is_flash: device.isFlash,
    allow_time_drift: device.allowTimeDrift,
  },
})

/** Settings of many devices. */
export const bulkDevices = recordsTarget({
  async list({ tx, session }) {
    const rows = await tx
      .select()
      .from(devices)
      .where(and(eq(devices.organizationId, session.organizationId), isNull(devices.deletedAt)))
    return new Map(rows.map((row) => [row.id, recordOf(row)]))
  },
  check({ session }, _id, record, change) {
    const { device } = record as ReturnType<typeof recordOf>
    if (!measures(device.type))
      throw new Failure('validation_failed', {
        issues: [{ path: 'change', message: 'この種類の端末には測定設定がありません' }],
      })
    const crons = change['interval_crons']
    if (crons === undefined) return
    const next = scheduleFor(device.type, crons === null ? null : String(crons))
    assertMode(session, device.type, [device.intervalCrons, next])
  },
  change: ({ parts, session, tx }, id, change: Fields) =>
    updateDevice(session, tx, id, deviceEndpoints.updateDevice.body.parse(change), parts.clock()),
  async find({ session, tx }, id) {
    const device = await lockDevice(tx, session.organizationId, id)
    return device.deletedAt === null ? recordOf(device) : null
  },
})
