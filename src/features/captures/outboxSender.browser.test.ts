import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drainLock } from '../../../offline/drain.ts'
import { readRow } from '../../../offline/outbox.ts'
import { inspector, online, queued, resetPhone } from '../../../tests/support/phone.ts'
import { startOutboxSender } from './outboxSender.ts'

beforeEach(async () => {
  await resetPhone()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a photograph whose announcement is lost is sent all the same', async () => {
  const { origin } = await online()
  const ask = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const { pathname, search } = new URL(String(address), location.origin)
    return ask(`${origin}${pathname}${search}`, init)
  })
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined)
  const first = await queued(inspector)
  const stop = startOutboxSender()
  await expect.poll(async () => (await readRow(first))?.state).toBe('sent')
  const isDraining = async () =>
    (await navigator.locks.query()).held?.some(({ name }) => name === drainLock) === true
  await expect.poll(isDraining).toBe(false)
  const id = await queued(inspector)
  const stateLater = async () => {
    vi.advanceTimersByTime(20_000)
    return (await readRow(id))?.state
  }
  await expect.poll(stateLater).toBe('sent')
  stop()
})
