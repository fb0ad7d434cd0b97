import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inspector, online, queued, resetPhone, signIn } from '../tests/support/phone/phone.ts'
import { uploads } from '../tests/support/phone/uploads.ts'
import { closeDatabase } from './database.ts'
import { remaining } from './drain.ts'
import { readRow } from './outbox.ts'
import { clearSession, readSession, refreshSession, type Session, watchSession } from './storedSession.ts'

beforeEach(resetPhone)

test('requirement 20: however many notice an expired key, one call renews it and all get the new one', async () => {
  const { access, refresh, origin, set, record } = uploads()
  await signIn(inspector, { access, refresh })
  await set({ expire: true })
  const results = await Promise.all([1, 2, 3].map(() => refreshSession(access, { origin })))
  expect((await record()).refreshes).toBe(1)
  const session = await readSession()
  for (const result of results) expect(result).toEqual({ outcome: 'fresh', session })
  expect(session?.access).not.toBe(access)
  expect(session?.refresh).not.toBe(refresh)
})

/** Sends the outbox as the service worker does: with a memory of its own, and the locks and storage of the pages. */
function drainInWorker(origin: string): void {
  const drain = new URL('./drain.ts', import.meta.url).href
  const source = `import { drain } from '${drain}'; drain({ origin: '${origin}' })`
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const worker = new Worker(address, { type: 'module' })
  onTestFinished(() => {
    worker.terminate()
    URL.revokeObjectURL(address)
  })
}

test('requirement 20: a page and a worker that are refused together renew the key once, and the worker sends with it', async () => {
  const { access, origin, set, record } = await online()
  const id = await queued(inspector)
  await set({ expire: true, refresh: 'gate' })
  const renewed = refreshSession(access, { origin })
  await expect.poll(async () => (await record()).gated).toBe(1)
  drainInWorker(origin)
  const waiting = async () => (await navigator.locks.query()).pending?.map(({ name }) => name)
  await expect.poll(waiting).toContain('auth-refresh')
  await set({ refresh: 'accept' })
  expect(await renewed).toMatchObject({ outcome: 'fresh' })
  await expect.poll(async () => (await readRow(id))?.state).toBe('sent')
  expect(await record()).toMatchObject({ attempts: [id, id], refreshes: 1 })
})

test('pages hear of a renewed session with a higher generation, and of signing out', async () => {
  const { access, refresh, origin, set } = uploads()
  await signIn(inspector, { access, refresh })
  await set({ expire: true })
  const before = await readSession()
  const heard: (Session | null)[] = []
  const stop = watchSession((session) => heard.push(session))
  await refreshSession(access, { origin })
  await clearSession()
  await expect.poll(() => heard.length).toBe(2)
  stop()
  expect(heard[0]?.generation).toBeGreaterThan(before?.generation ?? 0)
  expect(heard[1]).toBeNull()
})

test('without remember-login the tab keeps the refresh token, and the shared session never holds it', async () => {
  const { access, refresh, origin, set } = uploads()
  await signIn(inspector, { access })
  await set({ expire: true })
  expect(await refreshSession(access, { origin })).toMatchObject({ outcome: 'refused' })

  let kept = { token: refresh, access }
  const tokenStore = {
    read: (of: string) => (of === kept.access ? kept.token : null),
    write: (token: string, of: string) => {
      kept = { token, access: of }
    },
  }
  expect(await refreshSession(access, { origin, tokenStore })).toMatchObject({ outcome: 'fresh' })
  expect(kept).not.toMatchObject({ token: refresh })
  const session = await readSession()
  expect(session).toMatchObject({ access: kept.access, refresh: null })
})

test('a token that came with another key than the session’s is not spent', async () => {
  const { access, refresh, origin, set, record } = uploads()
  await signIn(inspector, { access })
  await set({ expire: true })
  const tokenStore = { read: (of: string) => (of === 'before' ? refresh : null), write: () => undefined }
  expect(await refreshSession(access, { origin, tokenStore })).toEqual({ outcome: 'refused', answer: null })
  expect((await record()).refreshes).toBe(0)
})

test('requirement 21: a refused or unanswered refresh leaves the session as it is', async () => {
  const { access, refresh, origin, set } = uploads()
  await signIn(inspector, { access, refresh })
  const before = await readSession()
  await set({ expire: true, refresh: 'refuse' })
  expect(await refreshSession(access, { origin })).toMatchObject({ outcome: 'refused' })
  await set({ refresh: 'cut' })
  expect(await refreshSession(access, { origin })).toMatchObject({ outcome: 'unavailable' })
  expect(await readSession()).toEqual(before)
})

test('signing out while a refresh is on its way stays signed out', async () => {
  const { access, refresh, origin, set, record } = uploads()
  await signIn(inspector, { access, refresh })
  await set({ expire: true, refresh: 'gate' })
  const pending = refreshSession(access, { origin })
  await expect.poll(async () => (await record()).gated).toBe(1)
  await clearSession()
  await set({ refresh: 'accept' })
  expect(await pending).toMatchObject({ outcome: 'refused' })
  expect(await readSession()).toBeNull()
})

/** Until the returned function is called. */
async function closeForGood(): Promise<() => void> {
  await closeDatabase()
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  onTestFinished(() => opening.mockRestore())
  return () => opening.mockRestore()
}

test('where the browser refuses the database, a session lives in memory: it is renewed and ended', async () => {
  await closeForGood()
  const { access, refresh, origin, set, record } = uploads()
  await signIn(inspector, { access, refresh })
  expect(await readSession()).toMatchObject({ access, refresh, ...inspector })
  await set({ expire: true })
  const heard: (Session | null)[] = []
  const stop = watchSession((session) => heard.push(session))
  onTestFinished(stop)
  const renewed = await refreshSession(access, { origin })
  expect(renewed).toMatchObject({ outcome: 'fresh', session: { ...inspector } })
  expect(await readSession()).toEqual('session' in renewed && renewed.session)
  expect((await record()).refreshes).toBe(1)
  expect(await remaining(Date.now())).toMatchObject({ unsent: 0, nextAt: null })
  await clearSession()
  expect(await readSession()).toBeNull()
  await expect.poll(() => heard.length).toBe(2)
  expect(heard).toEqual(['session' in renewed && renewed.session, null])
})

test('a session in memory takes over keys that another tab has renewed', async () => {
  await closeForGood()
  await signIn(inspector, { access: 'first', refresh: 'one' })
  const before = await readSession()
  if (before === null) throw new Error('no session')
  const channel = new BroadcastChannel('kenshin-session')
  onTestFinished(() => channel.close())
  channel.postMessage({ ...before, access: 'second', generation: before.generation + 1 })
  await expect.poll(async () => (await readSession())?.access).toBe('second')
  channel.postMessage({ ...before, access: 'older', generation: before.generation - 1 })
  channel.postMessage({ ...before, access: 'third', generation: before.generation + 2 })
  await expect.poll(async () => (await readSession())?.access).toBe('third')
})

test('a session in memory moves to the database once that can be opened', async () => {
  const open = await closeForGood()
  await signIn(inspector, { access: 'kept', refresh: 'token' })
  open()
  expect(await readSession()).toMatchObject({ access: 'kept' })
  await closeDatabase()
  const before = await readSession()
  expect(before).toMatchObject({ access: 'kept' })
})

test('a database that fails once does not make a stored session look ended', async () => {
  await signIn(inspector, { access: 'kept', refresh: 'token' })
  const open = await closeForGood()
  await expect(readSession()).rejects.toMatchObject({ name: 'DatabaseRefused' })
  open()
  expect(await readSession()).toMatchObject({ access: 'kept' })
})
