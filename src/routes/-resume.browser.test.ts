// Covers docs/requirements.md: 605, 643

import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setAside } from '../../offline/byHand.ts'
import { takeBackEntry } from '../../offline/entries.ts'
import { draftLock, saveCapture } from '../../offline/outbox.ts'
import { clearShared, keepShared } from '../../offline/sharedPictures.ts'
import {
  colleague,
  entered,
  inspector,
  photograph,
  randomBytes,
  resetPhone,
  signIn,
  waitingLocks,
} from '../../tests/support/phone/phone.ts'
import { anAccount } from '../../tests/support/responses/account.ts'
import { awaitedMeter, awaitPhotograph } from '../lib/held/awaitedPhotograph.ts'
import { lockDraft } from '../lib/held/drafts.ts'
import { queryClient } from '../lib/live/queryClient.ts'
import { accountQuery } from '../lib/queries/account.ts'
import { router } from '../router.ts'

const pageAge = performance.now.bind(performance)

beforeEach(async () => {
  // Each test is a page that has just begun, however long the tests before took.
  const begun = pageAge()
  vi.spyOn(performance, 'now').mockImplementation(() => pageAge() - begun)
  await resetPhone()
  localStorage.setItem('accessKey', 'key')
  queryClient.setQueryData(accountQuery.queryKey, anAccount())
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
  localStorage.clear()
})

test('requirement 26: the app that was ended behind the camera app opens at the meter that was photographed', async () => {
  awaitPhotograph(7)
  await expect.poll(awaitedMeter).toBe(7)
  router.update({ context: { queryClient }, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  expect(router.state.location.pathname).toBe('/capture-meter-value/7')
})

const start = async (at = '/') => {
  router.update({ context: { queryClient }, history: createMemoryHistory({ initialEntries: [at] }) })
  await router.load()
  return router.state.location.pathname
}

test('a start leads back once to the photograph whose value was not confirmed, and to nobody else’s', async () => {
  await signIn(inspector, { access: 'key' })
  await saveCapture(photograph(colleague, { meterId: 4 }))
  await saveCapture(photograph({ ...inspector, organizationId: 11 }, { meterId: 5 }))
  expect(await start()).toBe('/')
  await saveCapture(photograph(inspector, { meterId: 6 }))
  expect(await start()).toBe('/capture-meter-value/6')
  // The person went elsewhere without deciding.
  expect(await start()).toBe('/')
})

test('a start by the shortcut 撮影 leads back as well, unless pictures wait that another app shared', async () => {
  await signIn(inspector, { access: 'key' })
  await saveCapture(photograph(inspector, { meterId: 6 }))
  await keepShared(new File([randomBytes()], 'meter.jpg', { type: 'image/jpeg' }))
  onTestFinished(clearShared)
  expect(await start('/capture')).toBe('/capture')
  await clearShared()
  expect(await start('/capture')).toBe('/capture-meter-value/6')
  expect(await start('/capture')).toBe('/capture')
})

test('a start leads back once to a value that was taken back, and to none that was set aside by hand', async () => {
  await signIn(inspector, { access: 'key' })
  const { id: aside } = await entered(inspector, { meterId: 4 })
  await setAside(aside)
  expect(await start()).toBe('/')
  const { id } = await entered(inspector, { meterId: 7 })
  await takeBackEntry(id)
  expect(await start()).toBe('/capture-meter-value/7')
  expect(await start()).toBe('/')
})

test('a start waits for the lock of a page that is being left', async () => {
  await signIn(inspector, { access: 'key' })
  const { id } = await saveCapture(photograph(inspector, { meterId: 8 }))
  const release = await lockDraft(id)
  const started = start()
  await expect.poll(waitingLocks).toContain(draftLock(id))
  release()
  expect(await started).toBe('/capture-meter-value/8')
})

/** Returns how a draft's lock is requested from now on: each different `ifAvailable` of the requests. */
function watchRequests(id: string) {
  const request = vi.spyOn(navigator.locks, 'request')
  return () => {
    const own = request.mock.calls.filter(([name]) => name === draftLock(id))
    return [...new Set(own.map(([, { ifAvailable }]) => ifAvailable))]
  }
}

const heldLocks = async () => (await navigator.locks.query()).held?.map(({ name }) => name)

test('a start waits once for a photograph that is open in another tab, and shows it when that tab is closed', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  await signIn(inspector, { access: 'key' })
  const { id } = await saveCapture(photograph(inspector, { meterId: 9 }))
  const release = await lockDraft(id)
  const started = start()
  await expect.poll(waitingLocks).toContain(draftLock(id))
  limit.abort()
  expect(await started).toBe('/')
  const requests = watchRequests(id)
  expect(await start()).toBe('/')
  expect(requests()).toEqual([true])
  release()
  await expect.poll(heldLocks).not.toContain(draftLock(id))
  expect(await start()).toBe('/capture-meter-value/9')
})

test('a page that has been open for a minute does not wait for a photograph that is open in another tab', async () => {
  await signIn(inspector, { access: 'key' })
  const { id } = await saveCapture(photograph(inspector, { meterId: 9 }))
  const release = await lockDraft(id)
  const requests = watchRequests(id)
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await start()).toBe('/')
  expect(requests()).toEqual([true])
  release()
})
