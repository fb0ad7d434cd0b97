import { expect, test } from 'vitest'
import {
  alerts,
  held,
  minute,
  newest,
  openList,
  serveLists,
  server,
} from '../../../tests/support/components/lists.tsx'
import { type AlertFilters, alertList } from './alerts.ts'

serveLists()

const occurring: AlertFilters = { state: 'occurring', unitIds: [], sort: 'created_at', order: 'desc' }

test('of a long list of alerts, all opened at one time, only what is near the screen is kept and found again', async () => {
  const { seen, ids, scrollTo, scrollViewportTo } = await openList(alertList(occurring))
  await scrollTo(1980)
  expect(seen.rows?.length).toBe(2000)
  expect(held(ids())).toBeLessThan(1500)
  server.alerts = alerts(2001)
  await scrollViewportTo(600)
  expect(ids().slice(600, 620)).toEqual(server.alerts.slice(601, 621).map(({ id }) => id))
})

test('a list of alerts that was left for another grows on where it is known, and tells of those that opened', async () => {
  const { client, seen, doing, ids, scrollTo, isStill } = await openList(alertList(occurring))
  await scrollTo(980)
  doing.setList(alertList({ ...occurring, unitIds: [1] }))
  await expect.poll(() => [seen.outdated, held(ids())]).toEqual([false, 300])
  const before = server.alerts.map(({ id }) => id)
  server.alerts = alerts(2400)
  // Whatever is not looked at is old by now.
  await client.invalidateQueries({ queryKey: ['alerts'], refetchType: 'none' })
  doing.setList(alertList(occurring))
  await expect.poll(() => seen.outdated || ids()[0]).toBe(2000)
  await expect.poll(isStill).toBe(true)
  // So many and more.
  await expect.poll(() => seen.newer).toBe(100)
  await scrollTo(1480)
  expect(ids().slice(1400, 1480)).toEqual(before.slice(1400, 1480))
})

test('an alert that goes on leaves its place among those sorted by change for the top, and stands nowhere twice', async () => {
  const { seen, ids, scrollTo, scrollViewportTo } = await openList(
    alertList({ ...occurring, sort: 'updated_at' }),
  )
  await scrollTo(1480)
  const [changed, below] = [server.alerts[1400], server.alerts[1420]]
  if (!changed || !below) throw new Error('no alert')
  const moved = { ...changed, updated_at: new Date(newest + minute).toISOString() }
  server.alerts = [moved, ...server.alerts.filter((each) => each !== changed)]
  // Below the first chunk, and near it.
  await scrollViewportTo(400)
  await seen.refresh()
  // It waits at the top, as one that has just come.
  await expect.poll(() => [ids()[0], seen.newer]).toEqual([2000, 1])
  await seen.showNewest()
  await expect.poll(() => ids()[0]).toBe(changed.id)
  await scrollTo(1480)
  expect(ids().slice(1400, 1480)).toEqual(server.alerts.slice(1400, 1480).map(({ id }) => id))
  expect(ids().filter((id) => id === changed.id).length).toBeLessThan(2)
  expect(ids()).toContain(below.id)
})
