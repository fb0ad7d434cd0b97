import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDatabase } from '../../offline/database.ts'
import { clearCache, deferRefetchUntil, persistCache, queryClient, stopPersisting } from './queryClient.ts'

const anna = { userId: 1, organizationId: 10 }
const bert = { userId: 2, organizationId: 10 }
const key = ['meters', 'list']

/** Writes are debounced by a second. */
const longer = { timeout: 10_000 }

const kept = () => withDatabase((database) => database.getAll('cache'))

beforeEach(async () => {
  await clearCache()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('what a person saw last is there again after a restart', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await expect.poll(kept, longer).toHaveLength(1)
  await restart()
  await persistCache(anna)
  expect(queryClient.getQueryData(key)).toEqual(['No.3'])
})

test('requirement 23: another person on the same device sees nothing of it', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await expect.poll(kept, longer).toHaveLength(1)
  await restart()
  await persistCache(bert)
  expect(queryClient.getQueryData(key)).toBeUndefined()
})

test('requirement 23: signing out leaves nothing, also of a write that was already waiting', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await expect.poll(kept, longer).toHaveLength(1)
  queryClient.setQueryData(key, ['No.3', 'No.4'])
  await clearCache()
  expect(await kept()).toEqual([])
  expect(queryClient.getQueryData(key)).toBeUndefined()
})

test('what arrives for the next organization before the page is loaded anew is not kept as the last one’s', async () => {
  await persistCache(anna)
  queryClient.setQueryData(key, ['No.3'])
  await expect.poll(kept, longer).toHaveLength(1)
  stopPersisting()
  queryClient.setQueryData(key, ['secret'])
  await persistCache({ ...anna, organizationId: 11 })
  queryClient.setQueryData(key, ['No.5'])
  await expect.poll(kept, longer).toHaveLength(2)
  const texts = JSON.stringify(await kept())
  expect(texts).toContain('No.3')
  expect(texts).not.toContain('secret')
})

test('who looks away leaves nothing unwritten: a page in the background may never come back', async () => {
  await persistCache(anna)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  queryClient.setQueryData(key, ['No.3'])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(kept).toHaveLength(1)
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

/** Simulates a new page: empty memory, same database. */
async function restart(): Promise<void> {
  const rows = await withDatabase(async (database) => ({
    names: await database.getAllKeys('cache'),
    values: await database.getAll('cache'),
  }))
  await clearCache()
  await withDatabase(async (database) => {
    for (const [index, name] of rows.names.entries()) await database.put('cache', rows.values[index], name)
  })
}
