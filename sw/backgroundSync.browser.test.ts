// Covers docs/requirements.md: 510

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCapture } from '../offline/outbox.ts'
import { clearSession } from '../offline/storedSession.ts'
import { colleague, inspector, online, queued, resetPhone, skipped } from '../tests/support/phone/phone.ts'
import { sendInBackground } from './backgroundSync.ts'
import type { WorkerScope } from './scope.ts'

// The outbox, its sender and the server are real; notifications and the app's icon are recorded.

beforeEach(resetPhone)
afterEach(() => {
  vi.restoreAllMocks()
})

/** A worker whose app has a page in front of the user, or none; what it tells the user is recorded. */
function worker(origin: string, isShown = false) {
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted')
  const told: string[] = []
  const badges = [0]
  const record = async (count = 0) => void badges.push(count)
  vi.spyOn(navigator, 'setAppBadge').mockImplementation(record)
  vi.spyOn(navigator, 'clearAppBadge').mockImplementation(record)
  const scope = {
    location: { origin },
    clients: { matchAll: async () => [{ visibilityState: isShown ? 'visible' : 'hidden' }] },
    registration: {
      showNotification: async (title: string, { body }: { body: string }) => told.push(`${title} ${body}`),
    },
  } as unknown as WorkerScope
  const wake = (event: { tag?: string; lastChance?: boolean } = {}) =>
    sendInBackground(scope, { tag: 'outbox:1', ...event })
  return { wake, told, badge: () => badges.at(-1) }
}

test('requirement 15: with no page open all is sent, the icon is cleared, and nothing is said', async () => {
  const { origin, record } = await online()
  const ids = [await queued(inspector), (await skipped(inspector)).id]
  const { wake, told, badge } = worker(origin)
  await wake({ tag: 'of-something-else' })
  expect((await record()).attempts).toEqual([])
  await wake()
  expect((await record()).attempts).toEqual(ids)
  expect([told, badge()]).toEqual([[], 0])
})

test('requirement 15: it fails while rows are left, so that the browser tries again, and says so the last time', async () => {
  const { origin, set } = await online()
  await queued(inspector)
  await queued(inspector)
  await set({ mode: { status: 503, code: 'unavailable' } })
  const { wake, told, badge } = worker(origin)
  await expect(wake({ lastChance: false })).rejects.toThrow('2 rows')
  expect([told, badge()]).toEqual([[], 2])
  await expect(wake({ lastChance: true })).rejects.toThrow('2 rows')
  expect(told).toEqual(['未送信が2件あります アプリを開くと送信します。'])
})

test('requirement 15: a session that has ended is said at once, on the icon too, and not again', async () => {
  const { origin, set } = await online()
  const ids = [await queued(inspector), await queued(inspector)]
  await set({ expire: true, refresh: 'refuse' })
  const { wake, told, badge } = worker(origin)
  await wake()
  for (const id of ids) expect(await readCapture(id)).toMatchObject({ state: 'held-auth' })
  expect([told, badge()]).toEqual([['未送信が2件あります ログインすると送信します。'], 2])
  await wake()
  expect([told.length, badge()]).toEqual([1, 2])
})

test('requirement 15: what the server refuses for good is said beside what was sent', async () => {
  const { origin, set } = await online()
  const refused = await queued(inspector)
  await queued(inspector)
  await set({ modes: { [refused]: { status: 422, code: 'validation_failed' } } })
  const { wake, told, badge } = worker(origin)
  await wake()
  expect(told).toEqual(['未送信が1件あります 送信できないものがあります。アプリを開いて確認してください。'])
  expect(badge()).toBe(1)
})

test('a page in front of the user says it itself', async () => {
  const { origin, set } = await online()
  await queued(inspector)
  await set({ expire: true, refresh: 'refuse' })
  const { wake, told } = worker(origin, true)
  await wake()
  expect(told).toEqual([])
})

test('where nobody is signed in the icon counts what waits for anybody', async () => {
  const { origin } = await online()
  await queued(inspector)
  await queued(colleague)
  await clearSession()
  const { wake, badge } = worker(origin)
  await wake()
  expect(badge()).toBe(2)
})
