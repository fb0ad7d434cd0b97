// Covers docs/requirements.md: 519, 541

import { beforeEach, expect, test } from 'vitest'
import { colleague, inspector, online, queued, resetPhone, signIn } from '../tests/support/phone/phone.ts'
import { uploads } from '../tests/support/phone/uploads.ts'
import { drain } from './drain.ts'
import { readCapture } from './outbox.ts'
import { clearSession } from './storedSession.ts'

// Whose captures are sent, and what happens when their keys are refused.

beforeEach(resetPhone)

test('an expired key is renewed once and the rows go on with the new one', async () => {
  const { origin, set, record } = await online()
  const ids = [await queued(inspector), await queued(inspector)]
  await set({ expire: true })
  expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  const { refreshes, commits } = await record()
  expect(refreshes).toBe(1)
  expect(Object.keys(commits).sort()).toEqual(ids.sort())
})

test('requirement 21: when the session is not renewed, rows wait for their owner and go out after the next sign-in', async () => {
  const { origin, set, record } = await online()
  const ids = [await queued(inspector), await queued(inspector)]
  await set({ expire: true, refresh: 'refuse' })
  await drain({ origin })
  for (const id of ids) expect(await readCapture(id)).toMatchObject({ state: 'held-auth' })
  expect(await drain({ origin, skipBackoff: true })).toMatchObject({ sent: 0 })
  expect((await record()).attempts).toEqual([ids[0]])

  await clearSession()
  const next = uploads()
  await signIn(colleague, { access: next.access })
  expect(await drain({ origin })).toMatchObject({ sent: 0, left: 0 })
  await signIn(inspector, { access: next.access })
  expect(await drain({ origin })).toMatchObject({ sent: 2, left: 0 })
  expect(Object.keys((await next.record()).commits).sort()).toEqual([...ids].sort())
})

test('a server that renews the key and refuses the new one is asked again after a pause, not in a circle', async () => {
  const { origin, set, record } = await online()
  const id = await queued(inspector)
  await set({ mode: { status: 401, code: 'unauthenticated' } })
  const time = 1_790_000_000_000
  const drained = await drain({ origin, now: () => time })
  expect(await readCapture(id)).toMatchObject({ state: 'queued', lastError: { code: 'unauthenticated' } })
  expect(drained?.nextAt).toBeGreaterThan(time)
  expect((await record()).attempts).toEqual([id, id])
  expect(await drain({ origin, now: () => time })).toMatchObject({ sent: 0, left: 1 })
  expect((await record()).attempts).toEqual([id, id])

  await set({ mode: 'accept' })
  expect(await drain({ origin, now: () => time + 1000 })).toMatchObject({ sent: 1, left: 0 })
})

test('a 401 of a portal or proxy asks nobody to sign in', async () => {
  const { origin, set } = await online()
  const ids = [await queued(inspector), await queued(inspector)]
  await set({ mode: { status: 401, code: 'of_a_proxy', headers: { 'retry-after': '3600' } } })
  const time = 1_790_000_000_000
  await drain({ origin, now: () => time })
  for (const id of ids)
    expect(await readCapture(id)).toMatchObject({ state: 'queued', lastError: { code: 'foreign_answer' } })

  await set({ mode: 'accept' })
  expect(await drain({ origin, now: () => time + 1000 })).toMatchObject({ sent: 2, left: 0 })
})

test('where only a tab can renew the session, the worker leaves the rows queued for it', async () => {
  const server = uploads()
  await signIn(inspector, { access: server.access, refresh: null })
  const id = await queued(inspector)
  await server.set({ expire: true })
  expect(await drain({ origin: server.origin })).toMatchObject({ sent: 0, left: 1 })
  expect(await readCapture(id)).toMatchObject({ state: 'queued' })
  const tokenStore = { read: () => server.refresh, write: () => undefined }
  expect(await drain({ origin: server.origin, skipBackoff: true, tokenStore })).toMatchObject({
    sent: 1,
    left: 0,
  })
})

test('a refresh that gets no answer is tried again later and holds nothing', async () => {
  const { origin, set } = await online()
  const id = await queued(inspector)
  await set({ expire: true, refresh: 'cut' })
  await drain({ origin })
  expect(await readCapture(id)).toMatchObject({ state: 'queued' })
})

test("requirement 22: another user's and another organization's rows stay untouched", async () => {
  const { origin, record } = await online()
  const theirs = await queued(colleague)
  const elsewhere = await queued({ ...inspector, organizationId: 99 })
  const before = [await readCapture(theirs), await readCapture(elsewhere)]
  expect(await drain({ origin, skipBackoff: true })).toEqual({
    sent: 0,
    needsPerson: null,
    unsent: 0,
    left: 0,
    nextAt: null,
    paused: false,
  })
  expect([await readCapture(theirs), await readCapture(elsewhere)]).toEqual(before)
  expect((await record()).attempts).toEqual([])
})

test('nothing is sent when nobody is signed in', async () => {
  const { origin } = await online()
  const id = await queued(inspector)
  await clearSession()
  await drain({ origin, skipBackoff: true })
  expect(await readCapture(id)).toMatchObject({ state: 'queued', attempts: 0 })
})
