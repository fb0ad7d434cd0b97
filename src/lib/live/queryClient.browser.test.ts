// Covers docs/requirements.md: 291

import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { withDatabase } from '../../../offline/database.ts'
import { clearCache, deferRefetchUntil, persistCache, queryClient, stopPersisting } from './queryClient.ts'

const anna = { userId: 1, organizationId: 10 }
const bert = { userId: 2, organizationId: 10 }
const key = ['meters', 'list']

const kept = () => withDatabase((database) => database.getAll('cache'))

/** As a page that goes to the background does, a second before the debounced write. */
async function write(count = 1): Promise<void> {
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  await expect.poll(kept).toHaveLength(count)
}

/** Simulates a new page: empty memory, same database. */
function restart(): void {
  stopPersisting()
  queryClient.clear()
}

beforeEach(async () => {
  restart()
  await withDatabase((database) => database.clear('cache'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what a person saw last is there again after a restart', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await expect.poll(kept).toHaveLength(1)
  restart()
  await persistCache(anna)
  expect(queryClient.getQueryData(key)).toEqual(['No.3'])
})

test('requirement 23: another person on the same device sees nothing of it', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await write()
  restart()
  await persistCache(bert)
  expect(queryClient.getQueryData(key)).toBeUndefined()
})

test('requirement 23: signing out leaves nothing, also of a write that was already waiting', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await write()
  queryClient.setQueryData(key, ['No.3', 'No.4'])
  await clearCache()
  expect(await kept()).toEqual([])
  expect(queryClient.getQueryData(key)).toBeUndefined()
})

test('requirement 23: what another build kept is not read', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await write()
  restart()
  await withDatabase(async (database) => {
    const [name] = await database.getAllKeys('cache')
    const text = JSON.stringify(await database.get('cache', name ?? ''))
    await database.put('cache', JSON.parse(text.replaceAll(import.meta.env.DATA_VERSION, 'another')), name)
  })
  await persistCache(anna)
  expect(queryClient.getQueryData(key)).toBeUndefined()
})

test('requirement 23: what was to be sent is not kept: the outbox alone sends it', async () => {
  await persistCache(anna)
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const waiting = queryClient
    .getMutationCache()
    .build(queryClient, { networkMode: 'online', mutationFn: async () => 'sent' })
  void waiting.execute(undefined)
  expect(waiting.state.isPaused).toBe(true)
  queryClient.setQueryData(key, ['No.3'])
  await write()
  expect(await kept()).toMatchObject([{ clientState: { mutations: [] } }])
})

test('requirement 23: what may be read after days without signal is not dropped from memory, and from the device, before', async () => {
  vi.useFakeTimers()
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  vi.advanceTimersByTime(14 * 24 * 60 * 60_000 - 1000)
  expect(queryClient.getQueryData(key)).toEqual(['No.3'])
})

test('what arrives for the next organization before the page is loaded anew is not kept as the last one’s', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await write()
  stopPersisting()
  queryClient.setQueryData(key, ['secret'])
  await persistCache({ ...anna, organizationId: 11 })
  queryClient.setQueryData(key, ['No.5'])
  await write(2)
  const texts = JSON.stringify(await kept())
  expect(texts).toContain('No.3')
  expect(texts).not.toContain('secret')
})

test('who looks away leaves nothing unwritten: a page in the background may never come back', async () => {
  await persistCache(anna)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  queryClient.setQueryData(key, ['No.3'])
  await write()
})

test('what the device holds is asked for anew when the first screen has been painted, what it lacks at once', async () => {
  const asked: string[] = []
  const observe = (name: string) =>
    new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: async () => {
        asked.push(name)
        return 'new'
      },
    }).subscribe(() => {})
  queryClient.setQueryData(['held'], 'old', { updatedAt: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  deferRefetchUntil(promise)
  const ends = [observe('held'), observe('lacking')]
  await expect.poll(() => queryClient.getQueryData(['lacking'])).toBe('new')
  expect(asked).toEqual(['lacking'])
  expect(queryClient.getQueryData(['held'])).toBe('old')
  resolve()
  await expect.poll(() => queryClient.getQueryData(['held'])).toBe('new')
  expect(asked).toEqual(['lacking', 'held'])
  for (const end of ends) end()
})
