// Covers docs/requirements.md: 552

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { drainLock } from '../../../../offline/drain.ts'
import { readRow } from '../../../../offline/outbox.ts'
import { syncTag } from '../../../../offline/syncTag.ts'
import { inspector, online, queued, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { requestBackgroundSync } from '../../../lib/held/requestBackgroundSync.ts'
import { isBusy } from '../../../pwa/busy.ts'
import { startOutboxSender } from './outboxSender.ts'

beforeEach(async () => {
  await resetPhone()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The page's own calls go to the server of the test. */
async function start() {
  const server = await online()
  const { origin } = server
  const ask = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const { pathname, search } = new URL(String(address), location.origin)
    return ask(`${origin}${pathname}${search}`, init)
  })
  onTestFinished(startOutboxSender())
  return server
}

/** Of which the sender does not hear. */
async function queuedUnheard(): Promise<string> {
  vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue(undefined)
  const isDraining = async () =>
    (await navigator.locks.query()).held?.some(({ name }) => name === drainLock) === true
  await expect.poll(isDraining).toBe(false)
  return queued(inspector)
}

const stateOf = async (id: string) => (await readRow(id))?.state

test('a photograph whose announcement is lost is sent all the same', async () => {
  await start()
  const id = await queuedUnheard()
  const stateLater = () => {
    vi.advanceTimersByTime(20_000)
    return stateOf(id)
  }
  await expect.poll(stateLater).toBe('sent')
})

test.each([
  ['the window has the focus', () => window.dispatchEvent(new Event('focus'))],
  ['the page is taken from the cache for 戻る', () => window.dispatchEvent(new Event('pageshow'))],
  ['the page is seen', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the line is back', () => window.dispatchEvent(new Event('online'))],
])('requirement 14: what waits is sent when %s', async (_when, happen) => {
  await start()
  const id = await queuedUnheard()
  happen()
  await expect.poll(() => stateOf(id)).toBe('sent')
})

test('requirement 29: what is being sent keeps a reload away until it has arrived', async () => {
  const { set, record } = await start()
  const id = await queuedUnheard()
  expect(isBusy()).toBe(false)
  await set({ mode: 'gate' })
  window.dispatchEvent(new Event('online'))
  await expect.poll(async () => (await record()).gated).toBe(1)
  expect(isBusy()).toBe(true)
  await set({ mode: 'accept' })
  await expect.poll(() => stateOf(id)).toBe('sent')
  await expect.poll(isBusy).toBe(false)
})

test('requirement 15: each request for background sync has a tag of its own, and one that is forbidden is no error', async () => {
  const register = vi.fn(async (_tag: string) => undefined)
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({
    sync: { register },
  } as unknown as ServiceWorkerRegistration)
  await requestBackgroundSync()
  await requestBackgroundSync()
  const tags = register.mock.calls.map(([tag]) => tag)
  expect(new Set(tags).size).toBe(2)
  expect(tags.every((tag) => tag.startsWith(syncTag))).toBe(true)
  register.mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await requestBackgroundSync()
})
