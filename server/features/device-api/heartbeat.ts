import { noteReport } from '../devices/index.ts'
import type { DeviceState } from './accept-report.ts'
import { countCall } from './call-rate.ts'
import { callerName, type DeviceCall, lockCaller } from './calling-device.ts'
import { configOf } from './device-config.ts'
import { historyText } from './history-text.ts'
import { clockOffset, offsetText } from './measured-time.ts'
import { insertErrors, insertReports } from './repository.ts'

interface Heartbeat {
  sentAt: Date | null
  state: DeviceState
  logs: string | null
  errors: readonly string[]
  /** What was changed or ignored, for the device’s history. */
  remarks: readonly string[]
}

export async function acceptHeartbeat(
  call: DeviceCall,
  serial: string,
  { sentAt, state, logs, errors, remarks }: Heartbeat,
) {
  const { deps, startedAt, session, tx } = call
  const { organizationId } = session
  const device = await lockCaller(call, serial)
  const now = deps.clock()
  countCall(callerName(call, serial), now)
  const offset = clockOffset(sentAt, startedAt, device.allowTimeDrift)
  const ofDevice = { organizationId, deviceId: device.id, createdAt: now }
  const [reportId] = await insertReports(tx, [
    {
      ...ofDevice,
      ...state,
      kind: 'heartbeat',
      receivedAt: now,
      clockOffsetMs: offset,
      other: historyText([offset !== null && offsetText(offset), ...remarks]),
      logs,
    },
  ])
  await insertErrors(
    tx,
    errors.map((errorMessage) => ({ ...ofDevice, reportId: reportId ?? null, errorMessage })),
  )
  await noteReport(tx, device.id, {
    ...state,
    measuredAt: now,
    isTimeUnconfirmed: false,
    receivedAt: now,
    measurements: 0,
    clockOffsetMs: offset,
    errors,
  })
  const { data, etag } = await configOf(call, device)
  return { server_time: data.server_time, clock_offset_ms: offset, config_etag: etag }
}
