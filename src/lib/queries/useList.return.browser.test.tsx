import { expect, test } from 'vitest'
import { filters, open, openList, serveLists, server } from '../../../tests/support/components/lists.tsx'
import { readingList } from './readings.ts'

serveLists()

test('whoever comes back to a long list finds at once what was near the place where it was left', async () => {
  const left = await open()
  await left.scrollTo(2900)
  await left.screen.unmount()
  server.refuses = () => true
  const { seen, ids, isStill } = await openList(readingList(filters), 'all', left.client)
  expect(seen.rows?.length).toBe(3000)
  seen.onViewport(2900, 2919)
  await expect.poll(() => ids()[2900]).toBe(100)
  await expect.poll(isStill).toBe(true)
  expect(ids().slice(2700, 3000)).toEqual(server.readings.slice(2700).map(({ id }) => id))
})

test('a meter renamed meanwhile has its new name where somebody comes back to a long list', async () => {
  const left = await open()
  await left.scrollTo(2900)
  const { edit } = left.doing
  await left.screen.unmount()
  server.readings = server.readings.map((each) => ({ ...each, meter: { ...each.meter, name: '改名' } }))
  await edit.mutateAsync({ id: 3, changes: { name: '改名' } })
  const { seen, scrollViewportTo } = await openList(readingList(filters), 'all', left.client)
  seen.onViewport(2900, 2919)
  await expect.poll(() => seen.rows?.[2900]?.meter.name).toBe('改名')
  await scrollViewportTo(0)
  await expect.poll(() => seen.rows?.[0]?.meter.name).toBe('改名')
})
