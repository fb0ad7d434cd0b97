// Covers docs/requirements.md: 479

import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from './log.ts'
import { createSharedCounts, type SharedCounts } from './shared-counts.ts'

const log = createLog('silent')
const opened: SharedCounts[] = []
afterEach(() => {
  for (const counts of opened.splice(0)) counts.close()
  vi.useRealTimers()
})

/** Servers that hear one another. */
function startServers(number: number): {
  servers: SharedCounts[]
  sent: string[]
  cut: (isCut: boolean) => void
} {
  const listeners: ((payload: string) => void)[] = []
  const sent: string[] = []
  let away = false
  const channel = {
    onCounts: (listener: (payload: string) => void) => void listeners.push(listener),
    async sendCounts(payload: string) {
      if (away) throw new Error('the database is away')
      sent.push(payload)
      for (const listener of listeners) listener(payload)
    },
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const servers = Array.from({ length: number }, () => createSharedCounts(channel, log))
  opened.push(...servers)
  return {
    servers,
    sent,
    cut: (isCut) => {
      away = isCut
    },
  }
}

const times = (number: number, work: () => unknown) => {
  for (let index = 0; index < number; index++) work()
}

it('what one server counted, the others know within a second, and drop after a minute', async () => {
  const { servers, sent } = startServers(3)
  const [one, two, three] = servers as [SharedCounts, SharedCounts, SharedCounts]
  times(30, () => one.add('a', 100))
  times(20, () => two.add('a', 100))
  await vi.advanceTimersByTimeAsync(1000)
  expect(three.add('a', 100)).toMatchObject({ count: 51 })
  expect(three.add('b', 100)).toMatchObject({ count: 1 })
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(three.add('a', 100)).toMatchObject({ count: 1 })
})

it('what is far below its limit is published to nobody', async () => {
  const { servers, sent } = startServers(2)
  times(4, () => servers[0]?.add('a', 100))
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toEqual([])
})

it('counts by itself while the others cannot be reached, and publishes with its next call', async () => {
  const { servers, cut } = startServers(2)
  const [one, two] = servers as [SharedCounts, SharedCounts]
  cut(true)
  times(10, () => one.add('a', 10))
  await vi.advanceTimersByTimeAsync(1000)
  expect(one.add('a', 10).count).toBe(11)
  expect(two.add('a', 10).count).toBe(1)
  cut(false)
  await vi.advanceTimersByTimeAsync(1000)
  one.add('a', 10)
  await vi.advanceTimersByTimeAsync(1000)
  expect(two.add('a', 10).count).toBe(14)
})

it('many keys go in messages that PostgreSQL takes', async () => {
  const { servers, sent } = startServers(2)
  const [one, two] = servers as [SharedCounts, SharedCounts]
  const key = (index: number) => `${index} ${'k'.repeat(300)}`
  for (let index = 0; index < 500; index++) one.add(key(index), 1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(Math.max(...sent.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8000)
  expect(two.add(key(499), 1).count).toBe(2)
})
