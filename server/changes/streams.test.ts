import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import type { Change } from './feed.ts'
import { createEventStreams } from './streams.ts'

let tell: (change: Change) => void = () => {}
let followers = 0
const changes = {
  subscribe(_organizationId: number, listener: (change: Change) => void) {
    tell = listener
    followers += 1
    return () => {
      followers -= 1
    }
  },
  changedWithin: () => null,
  onSessionEnd() {},
}
let streams = createEventStreams(changes)
afterEach(() => {
  streams.endAll()
  streams = createEventStreams(changes)
})

it('a client that takes nothing is dropped before its events fill the memory', async () => {
  const stream = streams.open({ organizationId: 1, userId: 1, sessionId: 1 }, async () => true)
  if (stream === null) throw new Error('no stream')
  for (let index = 0; index < 100; index++) tell({ noun: 'readings', meter_ids: [index] })
  expect(stream.destroyed).toBe(false)
  for (let index = 0; index < 1000; index++) tell({ noun: 'readings', meter_ids: [index] })
  expect(stream.destroyed).toBe(true)
  await setImmediate()
  expect(followers).toBe(0)
})

it('a stream that is ended follows no more changes, also where its client has not taken it all', () => {
  const stream = streams.open({ organizationId: 1, userId: 1, sessionId: 1 }, async () => true)
  if (stream === null) throw new Error('no stream')
  expect(followers).toBe(1)
  streams.endAll()
  expect(followers).toBe(0)
  expect(stream.readableLength).toBeGreaterThan(0)
  stream.destroy()
})

it('a stream that is asked for while the server stops says when to come back, and ends', async () => {
  streams.endAll()
  const stream = streams.open({ organizationId: 1, userId: 1, sessionId: 1 }, async () => true)
  if (stream === null) throw new Error('no stream')
  expect(await text(stream)).toBe('retry: 1000\n\n')
  expect(followers).toBe(0)
})
