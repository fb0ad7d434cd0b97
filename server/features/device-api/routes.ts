import { maxMeasurements, measurementSchema } from '../../../contract/device-api.ts'
import { route } from '../../api/call.ts'
import { acceptReport, refuseTooMany } from './accept-report.ts'
import { parseScale, scaled } from './analog-scale.ts'
import { countCall } from './call-rate.ts'
import { callerName, findCaller } from './calling-device.ts'
import { configOf, isKnown, metersOfChannel } from './device-config.ts'
import { receivedPicture } from './device-picture.ts'
import { acceptHeartbeat } from './heartbeat.ts'
import { registerDevice } from './register-device.ts'
import { parseRows, refuseWithoutRows } from './rows.ts'
import { errorsOf, logsOf, reportedTimeOf, sentAtOf, stateOf, wakeupReasonOf } from './side-details.ts'
import { acceptValues } from './webhook.ts'
import { acceptPicture } from './webhook-picture.ts'

export const deviceApiRoutes = [
  route('registerDevice', async ({ body, reply, ...call }) => {
    const { data, etag } = await registerDevice(call, body, call.request.remarks)
    reply.header('etag', etag)
    return { data }
  }),
  route('deviceConfig', async ({ headers, reply, ...call }) => {
    const serial = headers['device-serial']
    const device = await findCaller(call, serial)
    countCall(callerName(call, serial), call.deps.clock())
    const { data, etag } = await configOf(call, device)
    reply.header('etag', etag)
    return { data, status: isKnown(etag, headers['if-none-match']) ? 304 : 200 }
  }),
  route('reportPicture', async ({ headers, body, ...call }) => {
    const { remarks } = call.request
    const add = (text: string) => remarks.push(text)
    const picture = await receivedPicture(body, headers['content-digest'], add)
    const measuredAt = reportedTimeOf(headers['measured-at'])
    return acceptReport(call, headers['device-serial'], {
      kind: 'picture',
      key: headers['idempotency-key'],
      content: [measuredAt.at ?? measuredAt.text, picture.sha256],
      rows: [{ index: 0, measuredAt, measured: null }],
      refused: [],
      sentAt: sentAtOf(headers['sent-at'], add),
      state: stateOf({ ...headers, runningTime: headers['running-time'] }, add),
      wakeupReason: wakeupReasonOf(headers['wakeup-reason'], add),
      remarks,
      channel: null,
      picture,
      readingAt: () => () => ({ value: null }),
    })
  }),
  route('reportAnalog', async ({ headers, body, ...call }) => {
    const { remarks } = call.request
    const add = (text: string) => remarks.push(text)
    const { channel, measurements } = body
    // Before the rows are parsed: a body may have hundreds of thousands of them.
    if (measurements.length > maxMeasurements) {
      const device = await findCaller(call, headers['device-serial'])
      const meters = await metersOfChannel(call, device, channel)
      refuseTooMany({ kind: 'analog', rows: measurements }, meters)
    }
    const parsed = parseRows(measurementSchema, measurements, remarks)
    refuseWithoutRows(parsed, 'measurements')
    const { refused } = parsed
    const rows = parsed.rows.map(({ index, row: { value, measured_at } }) => ({
      index,
      measured: value,
      measuredAt: reportedTimeOf(measured_at),
    }))
    const byIndex = new Map(rows.map((row) => [row.index, row]))
    return acceptReport(call, headers['device-serial'], {
      kind: 'analog',
      key: headers['idempotency-key'],
      content: [
        channel,
        measurements.map((given, index) => {
          const row = byIndex.get(index)
          const at = row?.measuredAt.at ?? null
          // Earlier versions refused rows with an unreadable time or a value as text, and stored the hash of what was sent.
          return row === undefined || at === null || !hasNumber(given) ? given : [row.measured, at]
        }),
      ],
      rows,
      refused,
      sentAt: sentAtOf(body.sent_at, add),
      state: stateOf(stateIn(body), add),
      wakeupReason: null,
      remarks,
      channel,
      picture: null,
      readingAt: ({ analogSettings }) => {
        const scale = parseScale(analogSettings)
        if (scale === null || scale.channel !== channel) return null
        return (row) => scaled(scale, rows[row]?.measured ?? 0)
      },
    })
  }),
  route('reportHeartbeat', async ({ headers, body, ...call }) => {
    const { remarks } = call.request
    const add = (text: string) => remarks.push(text)
    return {
      data: await acceptHeartbeat(call, headers['device-serial'], {
        sentAt: sentAtOf(body.sent_at, add),
        state: stateOf(stateIn(body), add),
        logs: logsOf(body.logs, add),
        errors: errorsOf(body.errors, add),
        remarks,
      }),
    }
  }),
  route('webhookValues', async ({ body, ...call }) => acceptValues(call, body, call.request.remarks)),
  route('webhookPicture', async ({ query, body, ...call }) => {
    const picture = await receivedPicture(body)
    return acceptPicture(call, query.timestamp, picture)
  }),
]

const hasNumber = (measurement: unknown) =>
  typeof measurement === 'object' &&
  measurement !== null &&
  'value' in measurement &&
  typeof measurement.value === 'number'

const stateIn = (body: { battery_per?: unknown; dbm?: unknown; running_time?: unknown }) => ({
  battery: body.battery_per,
  dbm: body.dbm,
  runningTime: body.running_time,
})
