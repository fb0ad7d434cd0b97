import * as z from 'zod/mini'
import { everyMinutes } from '../../contract/time/schedules.ts'
import { conditions, type Face, photograph, unreadable } from '../../faces/index.ts'
import { nextDue } from '../../server/features/devices/index.ts'
import { ask, type Connection } from './connection.ts'
import { isPassing, newKey, type Report, sendReport } from './report.ts'
import type { Clock } from './simulated-clock.ts'
import type { Trait } from './traits.ts'

export interface VirtualDevice {
  name: string
  serial: string
  measures: Measures
  trait: Trait
  /** Per cent. */
  battery: number
}

export type Measures =
  | { kind: 'picture'; face: Face; valueAt: (at: Date) => number }
  | { kind: 'analog'; channels: readonly Channel[] }
  | { kind: 'heartbeat'; error?: string }

interface Channel {
  channel: 1 | 2 | 3
  /** Values of the meter at the ends of the channel. */
  min: number
  max: number
  valueAt: (at: Date) => number
}

/** What a unit measures at the ends of a channel: V, V and mA. */
const channelRanges = { 1: [0, 17], 2: [0, 5], 3: [4, 20] } as const

export interface Life {
  connection: Connection
  clock: Clock
  signal: AbortSignal
  /** Withdraws the key that this device uses. */
  withdrawKey?: () => Promise<void>
  say: (line: string) => void
}

const configSchema = z.object({ interval_crons: z.nullable(z.string()), time_zone: z.string() })

/** Without a schedule a device says now and then that it lives. */
const idleCrons = everyMinutes(5)
const initialConfig: z.infer<typeof configSchema> = { interval_crons: null, time_zone: 'Asia/Tokyo' }

const askConfig = (connection: Connection, serial: string) =>
  ask(connection, 'deviceConfig', configSchema, { headers: { 'device-serial': serial } })

/** Reports by the schedule that the console gives it, until the signal, its battery or a withdrawn key ends it. */
export async function live(device: VirtualDevice, life: Life): Promise<void> {
  const { connection, clock, signal, say } = life
  const { trait, serial } = device
  let battery = device.battery
  const kept: Report[] = []
  let config = initialConfig
  for (let turn = 0; battery > 0; turn += 1) {
    config = await askConfig(connection, serial).catch((error: unknown) => {
      if (isPassing(error) || turn > 0) return config
      throw error
    })
    const due = nextDue(config.interval_crons ?? idleCrons, config.time_zone, clock.now())
    if (due === null) return
    // No two devices wake at the same moment.
    await clock.until(new Date(due.getTime() + offsetOf(serial)), signal)
    const at = clock.now()
    kept.push(...(await measure(device, at, turn)))
    battery = Math.max(0, battery - trait.drain)
    if (trait.stolenAfter === turn) await life.withdrawKey?.()
    if (trait.offline !== null && turn % trait.offline.every < trait.offline.of) {
      say(`${device.name}: 圏外（保存 ${kept.length} 件）`)
      continue
    }
    const state = () => ({
      serial,
      battery: Math.round(battery),
      dbm: trait.dbm + (turn % 7) - 3,
      runningTime: turn * 45,
      sentAt: new Date(Date.now() + trait.clockAhead),
    })
    const oldest = kept.splice(0)
    for (const [index, report] of oldest.entries()) {
      const sent = await Promise.allSettled(
        Array.from({ length: trait.copies }, () => sendReport(connection, report, state())),
      )
      const failed = sent.find((one) => one.status === 'rejected')
      if (failed === undefined) {
        say(`${device.name}: ${wordsOf(report)}`)
        continue
      }
      const { reason } = failed as PromiseRejectedResult
      say(`${device.name}: ${String(reason)}`)
      if (isPassing(reason)) kept.push(...oldest.slice(index))
      else if (trait.stolenAfter !== null && turn >= trait.stolenAfter) return
      if (isPassing(reason)) break
    }
  }
  say(`${device.name}: 電池切れ`)
}

const wordsOf = (report: Report) =>
  report.kind === 'heartbeat'
    ? '応答'
    : `${report.kind === 'picture' ? '写真' : '測定'} ${report.measuredAt.toISOString()}`

const offsetOf = (serial: string) =>
  ([...serial].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) * 977) % 40_000

async function measure({ measures, trait }: VirtualDevice, at: Date, turn: number): Promise<Report[]> {
  const measuredAt = new Date(at.getTime() + trait.clockAhead)
  switch (measures.kind) {
    case 'picture': {
      const { face } = measures
      const seed = Math.floor(at.getTime() / 1000)
      const covered = turn % trait.coveredEvery === trait.coveredEvery - 1
      const mount = face.style.seed
      const view = covered ? unreadable(seed, mount) : conditions(seed, trait.severity, mount)
      const { jpeg } = await photograph(face, measures.valueAt(at), view)
      return [{ kind: 'picture', key: newKey(), measuredAt, jpeg: new Uint8Array(jpeg) }]
    }
    case 'analog':
      return measures.channels.map(({ channel, min, max, valueAt }) => {
        const [low, high] = channelRanges[channel]
        const share = (valueAt(at) - min) / (max - min)
        const value = Number((low + share * (high - low)).toFixed(3))
        return { kind: 'analog', key: newKey(), measuredAt, channel, value }
      })
    case 'heartbeat':
      return [{ kind: 'heartbeat', key: newKey(), measuredAt, error: measures.error ?? null }]
  }
}

/** Tells the server that the device is there. */
export const register = (connection: Connection, serial: string, hash: string) =>
  ask(connection, 'registerDevice', z.unknown(), { json: { serial_number: serial, access_hash: hash } })
