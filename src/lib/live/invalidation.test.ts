// Covers docs/requirements.md: 283, 795

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { accountKeys } from '../queries/account.ts'
import { categoryKeys } from '../queries/categories.ts'
import { boardQuery, closingsQuery, cyclesQuery } from '../queries/closings.ts'
import { arrivalsTodayQuery, devicesQuery, devicesWithDeletedQuery } from '../queries/devices.ts'
import { estimatesQuery } from '../queries/estimates.ts'
import { meterKeys } from '../queries/meters.ts'
import { listKeys } from '../queries/pagedList.ts'
import { metersOfReadings, readingKeys } from '../queries/readings.ts'
import { unitKeys } from '../queries/units.ts'
import { allChanges, createInvalidation, invalidate } from './invalidation.ts'

/** An active query with this key; counts its fetches. */
function shown(
  client: QueryClient,
  queryKey: readonly unknown[],
  more: { meta?: { still: boolean }; answer?: Promise<unknown> } = {},
) {
  let asked = 0
  const { meta, answer } = more
  client.setQueryData(queryKey, 'known')
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      asked += 1
      return answer ?? asked
    },
    staleTime: Number.POSITIVE_INFINITY,
    ...(meta && { meta }),
  })
  observer.subscribe(() => undefined)
  return () => asked
}

const filters = (meterIds: number[]) => ({
  span: { from: null, to: null },
  meterIds,
  inspectionIds: [],
})

test('a change of readings asks anew for lists of them and for the latest values of meters, and for nothing else', async () => {
  const client = new QueryClient()
  const list = shown(client, readingKeys.page(filters([]), 1, 50))
  const meters = shown(client, meterKeys.list)
  const groups = shown(client, ['groups'])
  const around = shown(client, readingKeys.valuesAroundOf(3, '2026-11-20 09:00:00'))
  const trial = shown(client, readingKeys.pictures(3))
  await invalidate(client, [{ noun: 'readings', meter_ids: [3] }])
  expect([list(), meters(), around(), groups(), trial()]).toEqual([1, 1, 1, 0, 0])
})

test('a change of devices asks anew for all that is said of them, the error log and today’s reports included', async () => {
  const client = new QueryClient()
  const keys = [
    devicesQuery.queryKey,
    devicesWithDeletedQuery.queryKey,
    arrivalsTodayQuery.queryKey,
    listKeys('device-errors').page({}, 1, 50),
  ]
  const asked = keys.map((key) => shown(client, key))
  await invalidate(client, [{ noun: 'devices' }])
  expect(asked.map((count) => count())).toEqual([1, 1, 1, 1])
})

test('a change of the organization asks anew for the account, which says how far the demonstration is filled', async () => {
  const client = new QueryClient()
  const account = shown(client, accountKeys.all)
  await invalidate(client, [{ noun: 'users' }])
  expect(account()).toBe(0)
  await invalidate(client, [{ noun: 'organization' }])
  expect(account()).toBe(1)
})

test('a change of meters asks anew how many have each category and unit, not for the categories and units', async () => {
  const client = new QueryClient()
  const keys = [categoryKeys.usage, unitKeys.usage, categoryKeys.all, unitKeys.all]
  const asked = keys.map((key) => shown(client, key))
  await invalidate(client, [{ noun: 'meters' }])
  expect(asked.map((count) => count())).toEqual([1, 1, 0, 0])
})

test('a change of closings asks anew for cycles, boards, closed months and estimates', async () => {
  const client = new QueryClient()
  const keys = [cyclesQuery.queryKey, closingsQuery(1).queryKey, boardQuery(1, '2026-10', undefined).queryKey]
  const asked = [...keys, estimatesQuery(3).queryKey, meterKeys.list].map((key) => shown(client, key))
  await invalidate(client, [{ noun: 'closings' }])
  expect(asked.map((count) => count())).toEqual([1, 1, 1, 1, 0])
})

test('lists and graphs of other meters are left alone', async () => {
  const client = new QueryClient()
  const own = shown(client, readingKeys.page(filters([3, 4]), 1, 50))
  const other = shown(client, readingKeys.page(filters([5]), 1, 50))
  const graph = shown(client, [...readingKeys.series, [5], { from: null, to: null }])
  await invalidate(client, [{ noun: 'readings', meter_ids: [3] }])
  expect([own(), other(), graph()]).toEqual([1, 0, 0])
  // A change of many meters.
  await invalidate(client, [{ noun: 'readings' }])
  expect([own(), other(), graph()]).toEqual([2, 1, 1])
  expect(metersOfReadings([...readingKeys.series, 'detail', [5, 6], {}])).toEqual([5, 6])
})

test('a page that somebody reads on in is not moved, and is asked for when it is opened again', async () => {
  const client = new QueryClient()
  const key = readingKeys.page(filters([]), 2, 50)
  const still = shown(client, key, { meta: { still: true } })
  const closed = readingKeys.page(filters([]), 3, 50)
  client.setQueryData(closed, 'known')
  await invalidate(client, allChanges)
  expect(still()).toBe(0)
  expect(client.getQueryState(closed)?.isInvalidated).toBe(true)
})

test('however many changes come, one asking follows the other, and the last change is never missed', async () => {
  const client = new QueryClient()
  const answer = Promise.withResolvers<string>()
  const asked = shown(client, ['groups'], { answer: answer.promise })
  const mark = createInvalidation(client, { spread: 0, rest: 0 })
  for (let index = 0; index < 20; index++) mark([{ noun: 'groups' }])
  await expect.poll(asked).toBe(1)
  for (let index = 0; index < 20; index++) mark([{ noun: 'groups' }])
  expect(asked()).toBe(1)
  answer.resolve('new')
  await expect.poll(asked).toBe(2)
})

test('a change during the first fetch of a query has it fetched again', async () => {
  const client = new QueryClient()
  const before = Promise.withResolvers<string>()
  const answers = [before.promise, Promise.resolve('after')]
  const queryKey = readingKeys.page(filters([]), 1, 50)
  const observer = new QueryObserver(client, { queryKey, queryFn: () => answers.shift() })
  observer.subscribe(() => undefined)
  const done = invalidate(client, [{ noun: 'readings' }])
  before.resolve('before')
  await done
  expect(client.getQueryData(queryKey)).toBe('after')
})
