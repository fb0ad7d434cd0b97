// Covers docs/requirements.md: 981, 1006

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCycle } from '../../../tests/support/server/builders.ts'
import { countersOf, local } from '../../../tests/support/server/counters.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { currentCount, listReview } from './list-review.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const { addCounter, read } = countersOf(() => test)

it('has the closing readings of open months that fail a check, before all others, until a person decides', async () => {
  const parent = await addCounter()
  const child = await addCounter({ parentMeterId: parent.id })
  const cycle = await addCycle(test.deps.database, test.own.id, [parent.id, child.id])
  for (const meter of [parent, child]) await read(meter, '2026-08-31T23:00', 100)
  const closing = await read(parent, '2026-09-30T23:00', 400)
  await read(child, '2026-09-30T23:00', 200)
  const session = {
    organizationId: test.own.id,
    userId: test.own.general.id,
    timeZone: 'Asia/Tokyo',
  } as Parameters<typeof listReview>[2]
  const deps = { ...test.deps, clock: () => local('2026-10-02T12:00') }
  const listed = async () => {
    const asked = { first: null, skip: 0, limit: 50 }
    const { data, count } = await deps.database.inOrganization(test.own.id, null, (tx) =>
      listReview(deps, tx, session, asked),
    )
    // The menu has the same number.
    expect(await currentCount(deps, session)).toBe(count)
    expect(data).toHaveLength(count)
    return data.map(({ reading, reasons, closing: of }) => [reading.id, reasons, of])
  }
  expect(await currentCount(deps, session)).toBe(1)
  const month = { cycle_id: cycle.id, month: '2026-09', lists: ['parent'] }
  expect(await listed()).toEqual([[closing.id, ['closing'], month]])
  const answer = await test.ask('PUT', `/api/v1/meter-value/${closing.id}`, {
    as: test.own.general,
    body: { value: 400 },
  })
  dataOf('updateReading', answer)
  expect(await listed()).toEqual([])
})
