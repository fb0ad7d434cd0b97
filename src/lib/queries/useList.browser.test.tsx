// Covers docs/requirements.md: 308, 695

import { expect, test, vi } from 'vitest'
import {
  at,
  filters,
  held,
  minute,
  newest,
  open,
  openList,
  serveLists,
  server,
} from '../../../tests/support/components/lists.tsx'
import { allChanges, invalidate } from '../live/invalidation.ts'
import { readingList } from './readings.ts'

serveLists()

test('of a long list only what is near the screen is kept; what was left is asked for again at its place', async () => {
  const { seen, ids, scrollTo, scrollViewportTo, asked, client } = await open()
  await scrollTo(2900)
  expect(seen.rows?.length).toBe(3000)
  expect(held(ids())).toBeLessThan(1500)
  expect(ids().slice(2900, 2920)).toEqual(server.readings.slice(2900, 2920).map(({ id }) => id))
  const rows = client.getQueriesData<{ rows?: unknown[] }>({ queryKey: ['readings'] })
  expect(rows.reduce((sum, [, data]) => sum + (data?.rows?.length ?? 0), 0)).toBeLessThan(1500)

  asked()
  await scrollViewportTo(1500)
  expect(seen.rows?.length).toBe(3000)
  expect(ids().slice(1500, 1520)).toEqual(server.readings.slice(1500, 1520).map(({ id }) => id))
  expect(asked().length).toBeLessThan(6)
})

test('what came and went meanwhile loses nothing, and nothing stands twice', async () => {
  const { ids, scrollTo, scrollViewportTo } = await open()
  await scrollTo(2900)
  const [, gone, , late] = [0, 700, 1000, 1300].map((index) => server.readings[index])
  const before = late ? Date.parse(late.created_at) + 1 : 0
  server.readings = [
    at(9001, newest + minute),
    at(9000, newest + 1),
    ...server.readings.flatMap((each) =>
      each === gone ? [] : each === late ? [at(9002, before), each] : [each],
    ),
  ]
  const shown = new Map<number, number>()
  for (let position = 2900; position >= 0; position -= 100) {
    await scrollViewportTo(position)
    for (const [index, id] of ids().entries()) if (id !== undefined) shown.set(id, index)
  }
  const kept = server.readings.slice(2).map(({ id }) => id)
  expect(kept.filter((id) => !shown.has(id))).toEqual([])
  expect([...shown.keys()].filter((id) => id !== gone?.id).toSorted()).toEqual(kept.toSorted())
  // The new ones wait until somebody wants to see them.
  expect(ids()[0]).toBe(3000)
})

test('far down, refreshing and editing a meter ask only for what is near the screen, and correcting for nothing', async () => {
  const { seen, doing, ids, scrollTo, asked, isStill } = await open()
  await scrollTo(2000)
  const [reading] = (seen.rows ?? []).slice(2010)
  asked()
  await doing.correct.mutateAsync({ id: reading?.id ?? 0, value: 0.99 })
  await expect.poll(isStill).toBe(true)
  expect(asked().filter((call) => call !== 'GET meters')).toEqual(['PUT meter-value'])
  await expect.poll(() => seen.rows?.[2010]).toMatchObject({ id: reading?.id, value: 0.99 })

  await doing.edit.mutateAsync({ id: 3, changes: { name: '改名' } })
  await expect.poll(isStill).toBe(true)
  const lists = () => asked().filter((call) => call === 'GET meters-values').length
  const edited = lists()
  expect(edited).toBeGreaterThan(0)
  expect(edited).toBeLessThan(6)

  server.readings = [at(9000, newest + minute), ...server.readings]
  await seen.refresh()
  await expect.poll(isStill).toBe(true)
  expect(lists()).toBeLessThan(6)
  expect(seen.rows?.[2010]?.id).toBe(reading?.id)
  expect(ids().slice(2000, 2020)).not.toContain(undefined)

  await doing.remove.mutateAsync(reading?.id ?? 0)
  await expect.poll(ids).not.toContain(reading?.id)
  await expect.poll(isStill).toBe(true)
  // How many there are now: only the one that had come is new.
  expect(lists()).toBe(1)
  await expect.poll(() => [seen.count, seen.newer]).toEqual([2999, 1])
})

test('at its top a long list is refreshed, or shows what is new, by one call', async () => {
  const { seen, ids, scrollTo, scrollViewportTo, asked } = await open()
  await scrollTo(900)
  server.readings = [at(9000, newest + minute), ...server.readings]
  await scrollViewportTo(0)
  asked()
  await seen.refresh()
  expect(asked()).toEqual(['GET meters-values'])
  await expect.poll(() => ids()[0]).toBe(9000)
  await scrollTo(900)
  server.readings = [at(9001, newest + 2 * minute), ...server.readings]
  asked()
  await seen.showNewest()
  expect(asked()).toEqual(['GET meters-values'])
  await expect.poll(() => ids()[0]).toBe(9001)
})

test('a long list stays whole until its newest are here, wherever somebody asks for them', async () => {
  const { seen, ids, scrollTo, scrollViewportTo, isStill } = await open()
  await scrollTo(900)
  const shown = seen.rows?.length
  server.readings = [at(9000, newest + minute), ...server.readings]
  server.refuses = () => true
  await seen.showNewest()
  await expect.poll(() => seen.error).not.toBeNull()
  expect(seen.rows?.length).toBe(shown)
  expect(ids().slice(900, 920)).not.toContain(undefined)
  server.refuses = () => false
  await scrollViewportTo(0)
  server.refuses = () => true
  await seen.refresh()
  await expect.poll(isStill).toBe(true)
  expect([seen.rows?.length, ids()[0], seen.begunAt]).toEqual([shown, 3000, 0])

  server.refuses = () => false
  await seen.refresh()
  await expect.poll(() => [ids()[0], held(ids()), seen.error]).toEqual([9000, 300, null])
  expect(seen.begunAt).toBeGreaterThan(0)
})

test('changes elsewhere renew a list on its first chunk, and leave one alone in which somebody has scrolled on', async () => {
  const { client, ids, scrollTo, asked } = await open()
  await expect.poll(() => ids()[0]).toBe(3000)
  server.readings = [at(9000, newest + minute), ...server.readings]
  asked()
  await invalidate(client, [{ noun: 'readings' }])
  expect(asked()).toEqual(['GET meters-values'])
  await expect.poll(() => ids()[0]).toBe(9000)
  await scrollTo(900)
  asked()
  await invalidate(client, [{ noun: 'readings' }])
  // How many there are now.
  expect(asked()).toEqual(['GET meters-values'])
  expect(ids()[0]).toBe(9000)
})

test('what waits above a long list is told of, also when its first chunk has been fetched again', async () => {
  const { client, seen, ids, scrollTo, scrollViewportTo, isStill } = await open()
  await scrollTo(900)
  server.readings = [at(9001, newest + 2 * minute), at(9000, newest + minute), ...server.readings]
  await invalidate(client, allChanges)
  await expect.poll(() => seen.newer).toBe(2)
  // Below the first chunk, and near it.
  await scrollViewportTo(400)
  await seen.refresh()
  await expect.poll(isStill).toBe(true)
  expect(seen.newer).toBe(2)
  expect(ids()[0]).toBe(3000)
  await seen.showNewest()
  await expect.poll(() => [ids()[0], seen.newer]).toEqual([9001, 0])
})

test('a list that got no answer when it was refreshed goes on wherever somebody scrolls', async () => {
  const { seen, scrollTo, scrollViewportTo } = await open()
  await scrollTo(900)
  await scrollViewportTo(400)
  server.refuses = () => true
  await seen.refresh()
  await expect.poll(() => seen.error).not.toBeNull()
  server.refuses = () => false
  await scrollTo(2900)
  expect([seen.rows?.length, seen.error]).toEqual([3000, null])
})

test('of a long page it is known when it was fetched, wherever somebody looks', async () => {
  const { seen, scrollViewportTo } = await openList(readingList(filters), 500)
  await scrollViewportTo(400)
  expect(seen.fetchedAt).toBeGreaterThan(0)
})

test('all rows are loaded in parts for printing, with progress, unless there are too many', async () => {
  const { seen } = await open()
  const progress = vi.fn()
  const options = { signal: AbortSignal.any([]), onProgress: progress }
  const rows = await seen.loadAll(3000, options)
  expect(rows?.map(({ id }) => id)).toEqual(server.readings.map(({ id }) => id))
  expect(progress.mock.calls.map(([each]) => each)).toEqual(
    Array.from({ length: 10 }, (_, part) => ({ done: (part + 1) * 300, total: 3000 })),
  )
  progress.mockClear()
  expect(await seen.loadAll(2999, options)).toBe(null)
  expect(progress).not.toHaveBeenCalled()
})
