import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { ask, type Connection, Refusal } from './connection.ts'

/** What a device has measured, kept by it until the server has it. */
export type Report = { key: string; measuredAt: Date } & (
  | { kind: 'picture'; jpeg: Uint8Array<ArrayBuffer> }
  | { kind: 'analog'; channel: number; value: number }
  | { kind: 'heartbeat'; error: string | null }
)

/** How the device is when it sends. */
export interface State {
  serial: string
  battery: number
  dbm: number
  runningTime: number
  /** The device's own clock. */
  sentAt: Date
}

export const newKey = (): string => randomUUID()

const any = z.unknown()

/** Throws `Refusal`, or the error of `fetch` where no answer came. */
export async function sendReport(connection: Connection, report: Report, state: State): Promise<void> {
  const caller = { 'device-serial': state.serial }
  const facts = {
    sent_at: state.sentAt.toISOString(),
    battery_per: state.battery,
    dbm: state.dbm,
    running_time: state.runningTime,
  }
  switch (report.kind) {
    case 'picture': {
      await ask(connection, 'reportPicture', any, {
        headers: {
          ...caller,
          'content-type': 'image/jpeg',
          'idempotency-key': report.key,
          'content-digest': `sha-256=:${createHash('sha256').update(report.jpeg).digest('base64')}:`,
          'measured-at': report.measuredAt.toISOString(),
          'sent-at': facts.sent_at,
          battery: String(state.battery),
          dbm: String(state.dbm),
          'running-time': String(state.runningTime),
          'wakeup-reason': '0',
        },
        bytes: report.jpeg,
      })
      return
    }
    case 'analog': {
      const { channel, value, measuredAt } = report
      await ask(connection, 'reportAnalog', any, {
        headers: { ...caller, 'idempotency-key': report.key },
        json: { channel, measurements: [{ value, measured_at: measuredAt.toISOString() }], ...facts },
      })
      return
    }
    case 'heartbeat': {
      const errors = report.error === null ? [] : [report.error]
      await ask(connection, 'reportHeartbeat', any, { headers: caller, json: { ...facts, errors } })
    }
  }
}

/** Worth another try later: no answer, a server in trouble, or too many calls. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429
