import { and, eq, isNull } from 'drizzle-orm'
import { deviceEndpoints, deviceType, isAnalogInput, isCamera } from '../../../contract/devices.ts'
import type { ImportValue } from '../../../contract/import/columns.ts'
import type { PreviewRow } from '../../../contract/import/preview.ts'
import { defaultSchedule } from '../../../contract/time/schedules.ts'
import { devices } from '../../db/schema.ts'
import {
  createDevice,
  deleteUnusedDevice,
  deviceAllowance,
  lockDevice,
  updateDevice,
} from '../devices/index.ts'
import { recordTarget } from './records.ts'

type Stored = Pick<typeof devices.$inferSelect, 'serialNumber' | 'name' | 'type' | 'intervalCrons'>

/** The schedule of a camera is not one of the intervals that the column knows. */
const valuesOf = ({ serialNumber, name, type, intervalCrons }: Stored) => ({
  serial_number: serialNumber,
  name,
  type,
  interval_crons: isAnalogInput(type) ? intervalCrons : null,
})

const typeOf = (value: ImportValue | undefined) =>
  Object.values(deviceType).find((each) => each === value) ?? deviceType.mobile

function refusalsOf(row: PreviewRow, type: ImportValue | undefined) {
  const has = (key: string) => row.cells.some(({ column }) => column === key)
  const isAnalog = isAnalogInput(typeOf(type))
  return [
    ...(row.id !== null && has('type') ? [{ column: 'type', message: '種類は変更できません' }] : []),
    ...(has('interval_crons') && !isAnalog
      ? [{ column: 'interval_crons', message: 'アナログ入力だけの項目です' }]
      : []),
    ...(row.id === null && isAnalog && !has('interval_crons')
      ? [{ column: 'interval_crons', message: 'アナログ入力には入力が必要です' }]
      : []),
  ]
}

export const deviceTarget = recordTarget({
  name: 'devices',
  async list({ session, tx }) {
    const rows = await tx
      .select()
      .from(devices)
      .where(and(eq(devices.organizationId, session.organizationId), isNull(devices.deletedAt)))
    return rows.map((row) => ({ id: row.id, values: valuesOf(row), ignored: ['serial_number'] }))
  },
  async refusals({ session, tx }) {
    const rows = await tx
      .select({ id: devices.id, type: devices.type })
      .from(devices)
      .where(eq(devices.organizationId, session.organizationId))
    const typeById = new Map(rows.map(({ id, type }) => [id, type]))
    const allowance = await deviceAllowance(tx, session.organizationId)
    return (row) => {
      const stored = row.id === null ? undefined : typeById.get(row.id)
      const type = stored ?? row.cells.find(({ column }) => column === 'type')?.after
      const refusals = refusalsOf(row, type)
      const message = row.id === null && refusals.length === 0 ? allowance(typeOf(type)) : null
      return message === null ? refusals : [{ column: 'type', message }]
    }
  },
  add({ session, tx, parts }, { serial_number, name, type, interval_crons }) {
    const of = typeOf(type)
    const sent = deviceEndpoints.createDevice.body.parse({
      serial_number,
      name,
      type: of,
      // As the dialog offers it.
      interval_crons: isCamera(of) ? defaultSchedule : interval_crons,
    })
    return createDevice(session, tx, sent, parts.clock())
  },
  change: ({ session, tx, parts }, id, { name, type, interval_crons }) =>
    updateDevice(
      session,
      tx,
      id,
      deviceEndpoints.updateDevice.body.parse({
        name,
        ...(isAnalogInput(typeOf(type)) && { interval_crons }),
      }),
      parts.clock(),
    ),
  async find({ session, tx }, id) {
    const row = await lockDevice(tx, session.organizationId, id)
    return row.deletedAt === null ? valuesOf(row) : null
  },
  remove: ({ session, tx, parts }, id) => deleteUnusedDevice(session, tx, id, parts.clock()),
})
