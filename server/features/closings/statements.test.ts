// Covers docs/requirements.md: 846

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCycle, addMeter, addReading, addReplacement } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { presenterFor } from '../../presenter.ts'
import { usagesOf } from '../usages/index.ts'
import { openMonths } from './open-months.ts'
import { boardOf } from './present.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const local = (text: string) => new Date(`${text}:00+09:00`)
const lastYear = local('2025-09-30T12:00')

/** Adds a parent with a child, which is read, estimated or missing, and was replaced. */
async function addCounters(): Promise<{ id: number }[]> {
  const { database } = test.deps
  const counter = { meterCategoryId: 4, digitNumber: 5, decimalPoint: 0 }
  const parent = await addMeter(database, test.own.id, counter)
  const children = ['read', 'estimated', 'missing'].map(async (state) => {
    const child = await addMeter(database, test.own.id, { ...counter, parentMeterId: parent.id })
    const at = local('2026-09-10T12:00')
    await addReplacement(database, child, test.own.admin.id, { at, oldEndValue: 150, newStartValue: 0 })
    return { child, state }
  })
  const added = await Promise.all(children)
  const read = (meter: Parameters<typeof addReading>[1], createdAt: Date, value: number) =>
    addReading(database, meter, { createdAt, value })
  for (const meter of [parent, ...added.map(({ child }) => child)]) {
    await read(meter, lastYear, 50)
    await read(meter, local('2026-08-31T12:00'), 100)
  }
  for (const { child, state } of added) {
    if (state === 'read') await read(child, local('2026-09-30T12:00'), 100)
    if (state === 'estimated') await estimate(child)
  }
  await read(parent, local('2026-09-30T12:00'), 900)
  return [parent, ...added.map(({ child }) => child)]
}

async function estimate({ id }: { id: number }): Promise<void> {
  const body = { at: '2026-10-01 00:00:00', value: 90, basis: 'typed', reason: '不在' }
  const as = test.own.general
  dataOf('createMeterEstimate', await test.ask('POST', `/api/v1/meters/${id}/estimates`, { as, body }))
}

async function countStatements(groups: number) {
  const { database } = test.deps
  const meters: { id: number }[] = []
  for (let group = 0; group < groups; group++) meters.push(...(await addCounters()))
  const ids = meters.map(({ id }) => id)
  const cycle = await addCycle(database, test.own.id, ids)
  for (let group = 1; group < groups; group++)
    await addCycle(database, test.own.id, [
      (await addMeter(database, test.own.id, { meterCategoryId: 4 })).id,
    ])
  const exceptions = ids.map((id) => ({ meter_id: id, reason: '確認済み' }))
  const as = test.own.admin
  const body = { month: '2026-08', version: 1, exceptions }
  dataOf('closeMonth', await test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, { as, body }))
  const session = { organizationId: test.own.id, timeZone: 'Asia/Tokyo' }
  const present = presenterFor(test.deps, session)
  const query = { period: 'month', from: '2025-09-01', to: '2026-09-30', meter_ids: ids } as const
  return database.inOrganization(test.own.id, null, async (tx) => {
    const queries = vi.spyOn(tx.$client, 'query')
    const counts: number[] = []
    const count = async (work: () => Promise<unknown>) => {
      const before = queries.mock.calls.length
      await work()
      counts.push(queries.mock.calls.length - before)
    }
    await count(() => boardOf(tx, session, cycle.id, { month: '2026-09' }, present))
    await count(() => boardOf(tx, session, cycle.id, { month: '2026-08' }, present))
    await count(() => openMonths(tx, session, { now: local('2026-10-20T12:00'), present }))
    await count(() => usagesOf(tx, session, query, present))
    queries.mockRestore()
    return counts
  })
}

it('boards, open months of several cycles and a year of usages take as many statements for 20 meters as for 4', async () => {
  const [few, many] = [await countStatements(1), await countStatements(5)]
  expect(many).toEqual(few)
  expect(Math.min(...few)).toBeGreaterThan(0)
})
