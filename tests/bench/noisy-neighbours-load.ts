import { parentPort, workerData } from 'node:worker_threads'
import { meterEndpoints } from '../../contract/meters.ts'
import { readingEndpoints } from '../../contract/readings.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { callerOf } from '../support/server/http.ts'

// A worker thread, so that the noisy neighbour's responses do not delay the measured clock.

export interface Noise {
  origin: string
  user: TestUser
  /** Shown in graphs. */
  meterIds: readonly number[]
  /** Its range is changed. */
  big: number
}

const graphs = 30
const exports = 2

const { origin, user, meterIds, big } = workerData as Noise
const caller = await callerOf(origin, user)
let isOver = false
const answers = new Map<string, number>()

async function repeat(what: string, work: (turn: number) => Promise<{ status: number }>): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    const { status } = await work(turn)
    const key = `${what} ${status}`
    answers.set(key, (answers.get(key) ?? 0) + 1)
  }
}

const graph = `${readingEndpoints.series.path}?text=12&meter_ids=${meterIds.slice(0, 50).join(',')}`
const range = meterEndpoints.updateMeter.path.replace('{id}', String(big))
const underWay = [
  ...Array.from({ length: graphs }, () => repeat('graph', () => caller.ask('GET', graph))),
  ...Array.from({ length: exports }, () =>
    repeat('export', () => caller.ask('GET', readingEndpoints.exportReadings.path)),
  ),
  repeat('range', (turn) => {
    const body = { emergency_start_value: 0, emergency_end_value: 40 + (turn % 2) * 20 }
    return caller.ask('PUT', range, { body })
  }),
]
parentPort?.once('message', async () => {
  isOver = true
  await Promise.all(underWay)
  parentPort?.postMessage(answers)
})
