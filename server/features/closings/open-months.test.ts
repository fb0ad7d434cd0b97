// Covers docs/requirements.md: 895, 896

import { afterAll, beforeAll, expect, it } from 'vitest'
import { isInOpenList } from '../../../contract/closing/closings.ts'
import { openLists } from '../../../contract/closing/openLists.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCycle } from '../../../tests/support/server/builders.ts'
import { countersOf, local } from '../../../tests/support/server/counters.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { presenterFor } from '../../presenter.ts'
import { openMonths } from './open-months.ts'
import { boardOf } from './present.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const { addCounter, read } = countersOf(() => test)
const session = () => ({ organizationId: test.own.id, timeZone: 'Asia/Tokyo' })
const monthsAt = (now: string) =>
  test.deps.database.inOrganization(test.own.id, null, (tx) =>
    openMonths(tx, session(), { now: local(now), present: presenterFor(test.deps, session()) }),
  )
const close = async ({ id }: { id: number }, month: string, meterIds: readonly number[]) => {
  const exceptions = meterIds.map((meterId) => ({ meter_id: meterId, reason: '設置前' }))
  const body = { month, version: 1, exceptions }
  dataOf(
    'closeMonth',
    await test.ask('POST', `/api/v1/closing-cycles/${id}/closings`, { as: test.own.admin, body }),
  )
}

it('has each list of a month as often as its board, for months that are over or end within a week', async () => {
  const parent = await addCounter()
  const children = [
    await addCounter({ parentMeterId: parent.id }),
    await addCounter({ parentMeterId: parent.id }),
  ]
  const [estimated, missing, unread] = [await addCounter(), await addCounter(), await addCounter()]
  const meters = [parent, ...children, estimated, missing, unread]
  const cycle = await addCycle(
    test.deps.database,
    test.own.id,
    meters.map(({ id }) => id),
  )
  await addCycle(test.deps.database, test.own.id, [])
  for (const meter of meters) await read(meter, '2026-08-31T23:00', 100)
  for (const [meter, value] of [
    [parent, 400],
    ...children.map((child) => [child, 200] as const),
    [unread, null],
  ] as const)
    await read(meter, '2026-09-30T23:00', value)
  const body = { at: '2026-10-01 00:00:00', value: 150, basis: 'typed', reason: '不在' }
  const path = `/api/v1/meters/${estimated.id}/estimates`
  dataOf('createMeterEstimate', await test.ask('POST', path, { as: test.own.general, body }))

  const [month, ...others] = await monthsAt('2026-10-20T12:00')
  expect(others).toEqual([])
  expect(month).toMatchObject({ cycle_id: cycle.id, cycle_name: cycle.name, month: '2026-09', later: 0 })
  expect(month?.to).toBe('2026-10-01T00:00:00.000+09:00')
  const { meters: rows } = await test.deps.database.inOrganization(test.own.id, null, (tx) =>
    boardOf(tx, session(), cycle.id, { month: '2026-09' }, presenterFor(test.deps, session())),
  )
  for (const list of openLists)
    expect([list, month?.counts[list]]).toEqual([list, rows.filter((row) => isInOpenList(row, list)).length])
  expect(month?.counts).toMatchObject({ missing: 2, estimated: 1, parent: 1 })

  const named = async (now: string) => (await monthsAt(now)).map(({ month: of, later }) => [of, later])
  expect(await named('2026-10-24T23:59')).toEqual([['2026-09', 0]])
  expect(await named('2026-10-25T00:00')).toEqual([
    ['2026-09', 0],
    ['2026-10', 0],
  ])
  await close(
    cycle,
    '2026-07',
    meters.map(({ id }) => id),
  )
  expect(await named('2026-10-25T00:00')).toEqual([
    ['2026-08', 0],
    ['2026-09', 0],
    ['2026-10', 0],
  ])
  expect(await named('2026-12-26T00:00')).toEqual([
    ['2026-08', 0],
    ['2026-09', 0],
    ['2026-10', 2],
  ])
})

it('compares no parent with a child of another cycle, as the boards do not', async () => {
  const parent = await addCounter()
  const child = await addCounter({ parentMeterId: parent.id })
  for (const meter of [parent, child]) await read(meter, '2026-08-31T23:00', 100)
  await read(parent, '2026-09-30T23:00', 400)
  await read(child, '2026-09-30T23:00', 200)
  const { database } = test.deps
  const cycles = [
    await addCycle(database, test.own.id, [parent.id]),
    await addCycle(database, test.own.id, [child.id]),
  ]
  const months = await monthsAt('2026-10-20T12:00')
  const counted = cycles.map(({ id }) => months.find(({ cycle_id }) => cycle_id === id)?.counts.parent)
  expect(counted).toEqual([0, 0])
})
