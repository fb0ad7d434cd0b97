import { Failure, route, type Session } from '../../api/call.ts'
import { acceptReport, type DeviceState } from './accept-report.ts'
import { parseScale, scaled } from './analog-scale.ts'
import { countCall } from './call-rate.ts'
import { callerName } from './calling-device.ts'
import { configOf, isKnown } from './device-config.ts'
import { receivedPicture } from './device-picture.ts'
import { acceptHeartbeat } from './heartbeat.ts'
import { registerDevice } from './register-device.ts'
import { findBySerial } from './repository.ts'
import { acceptPicture, acceptValues } from './webhook.ts'

const wakeupReasons = [0, 1, 2] as const

export const deviceApiRoutes = [
  route('registerDevice', async ({ body, reply, ...call }) => {
    const { data, etag } = await registerDevice(call, body)
    reply.header('etag', etag)
    return { data }
  }),
  route('deviceConfig', async ({ headers, reply, ...call }) => {
    const serial = headers['device-serial']
    const device = await findBySerial(call.tx, call.session.organizationId, serial)
    if (device === undefined) throw new Failure('device_unknown')
    countCall(callerName(call, serial), call.deps.clock())
    const { data, etag } = await configOf(call, device)
    reply.header('etag', etag)
    return { data, status: isKnown(etag, headers['if-none-match']) ? 304 : 200 }
  }),
  route('reportPicture', async ({ headers, body, ...call }) => {
    const picture = await receivedPicture(body, headers['content-digest'])
    const measuredAt = new Date(headers['measured-at'])
    const wakeupReason = wakeupReasons.find((reason) => reason === headers['wakeup-reason']) ?? null
    return acceptReport(call, headers['device-serial'], {
      kind: 'picture',
      key: headers['idempotency-key'],
      content: [measuredAt, picture.sha256],
      measured: [{ at: measuredAt, path: 'measured-at' }],
      sentAt: instantOf(headers['sent-at']),
      state: stateOf(headers.battery, headers.dbm, headers['running-time']),
      wakeupReason,
      channel: null,
      picture,
      readingAt: () => () => ({ value: null }),
    })
  }),
  route('reportAnalog', async ({ headers, body, ...call }) => {
    const { channel, measurements } = body
    return acceptReport(call, headers['device-serial'], {
      kind: 'analog',
      key: headers['idempotency-key'],
      content: [channel, measurements.map(({ value, measured_at }) => [value, new Date(measured_at)])],
      measured: measurements.map(({ measured_at }, index) => ({
        at: new Date(measured_at),
        path: `measurements.${index}.measured_at`,
      })),
      sentAt: instantOf(body.sent_at),
      state: stateOf(body.battery_per, body.dbm, body.running_time),
      wakeupReason: null,
      channel,
      picture: null,
      readingAt: ({ analogSettings }) => {
        const scale = parseScale(analogSettings)
        if (scale === null || scale.channel !== channel) return null
        return (index) => scaled(scale, measurements[index]?.value ?? 0)
      },
    })
  }),
  route('reportHeartbeat', async ({ headers, body, ...call }) => ({
    data: await acceptHeartbeat(call, headers['device-serial'], {
      sentAt: instantOf(body.sent_at),
      state: stateOf(body.battery_per, body.dbm, body.running_time),
      logs: body.logs ?? null,
      errors: body.errors ?? [],
    }),
  })),
  route('webhookValues', async ({ body, ...call }) => acceptValues(call, keyIdOf(call.session), body)),
  route('webhookPicture', async ({ query, body, ...call }) => {
    const picture = await receivedPicture(body, null)
    return acceptPicture(call, keyIdOf(call.session), query.timestamp, picture)
  }),
]

const instantOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

const stateOf = (battery?: number, dbm?: number, runningTime?: number): DeviceState => ({
  batteryPer: battery ?? null,
  dbm: dbm ?? null,
  runningTime: runningTime ?? null,
})

function keyIdOf({ key }: Session): number {
  if (key === null) throw new Failure('forbidden')
  return key.id
}
