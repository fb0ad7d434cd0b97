// Covers docs/requirements.md: 818, 820, 821, 822, 823, 933, 943

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AllocationRuleUpdate } from '../../../contract/usage/allocations.ts'
import { maxUsages } from '../../../contract/usage/usages.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCostBearer, addCycle, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { countersOf, type MeterRow } from '../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import type { Database } from '../../db/client.ts'
import { assertFew } from '../usages/index.ts'

let test: TestApp
let database: Database
beforeAll(async () => {
  test = await createTestApp()
  database = test.deps.database
})
afterAll(() => test.close())

const { addCounter } = countersOf(() => test, 0)

const october = new Date('2026-10-01T00:00:00+09:00')
const november = new Date('2026-11-01T00:00:00+09:00')
const count = async (meter: MeterRow, usage: number) => {
  await addReading(database, meter, { createdAt: october, value: 100 })
  return addReading(database, meter, { createdAt: november, value: 100 + usage })
}
/** 受電 counts 120 in October, and three children 30.2, 41.5 and 18.3. */
async function family() {
  const parent = await addCounter()
  await count(parent, 120)
  const children: MeterRow[] = []
  for (const usage of [30.2, 41.5, 18.3]) {
    const child = await addCounter({ parentMeterId: parent.id, decimalPoint: 1 })
    await count(child, usage)
    children.push(child)
  }
  return { parent, children }
}

const path = ({ id }: { id: number }, month = '2026-10') => `/api/v1/meters/${id}/allocation-rules/${month}`
const byUsage: AllocationRuleUpdate = { method: 'usage', shares: [] }
const set = (meter: { id: number }, body: object, month?: string) =>
  test.ask('PUT', path(meter, month), { as: test.own.general, body })
const rulesOf = async ({ id }: { id: number }) =>
  dataOf(
    'allocationRules',
    await test.ask('GET', `/api/v1/meters/${id}/allocation-rules`, { as: test.own.general }),
  )
const allocationsIn = async (month: string, { id }: { id: number }) => {
  const query = `month=${month}&meter_ids=${id}`
  return dataOf(
    'allocations',
    await test.ask('GET', `/api/v1/allocations?${query}`, { as: test.own.general }),
  )
}
const usagesIn = async (month: string, meter: { id: number }) =>
  (await allocationsIn(month, meter)).map(({ allocation }) => allocation.parts.map(({ usage }) => usage))
const shared = async (...percents: number[]) => {
  const bearers: Awaited<ReturnType<typeof addCostBearer>>[] = []
  for (const _ of percents) bearers.push(await addCostBearer(database, test.own.id))
  const shares = bearers.map(({ id }, index) => ({ cost_bearer_id: id, percent: percents[index] ?? 0 }))
  return { bearers, rule: { method: 'shares', shares } as const }
}

describe('allocations of a month', () => {
  it('divide the usage of a parent by the usages of its children, with what none has counted', async () => {
    const { parent, children } = await family()
    expect((await set(parent, byUsage)).status).toBe(200)
    expect(await allocationsIn('2026-10', parent)).toEqual([
      {
        meter_id: parent.id,
        from: '2026-10-01T00:00:00.000+09:00',
        to: '2026-11-01T00:00:00.000+09:00',
        usage: 120,
        mark: 'exact',
        allocation: {
          method: 'usage',
          problem: null,
          difference: 30,
          parts: children.map(({ id, name }, index) => ({
            meter_id: id,
            cost_bearer_id: null,
            name,
            weight: [30.2, 41.5, 18.3][index],
            usage: [40, 55, 25][index],
          })),
          left_out: [],
        },
      },
    ])
  })

  it('leave out a child that was read for the first time at the end of the month or later, and name it', async () => {
    const { parent, children } = await family()
    await set(parent, byUsage)
    const fresh = await addCounter({ name: '新しい子', parentMeterId: parent.id })
    const shown = async () =>
      (await allocationsIn('2026-10', parent)).map(({ allocation: { problem, parts, left_out } }) => [
        problem,
        parts.length,
        left_out,
      ])
    const leftOut = [[null, children.length, [{ meter_id: fresh.id, name: '新しい子' }]]]
    expect(await shown()).toEqual(leftOut)
    await addReading(database, fresh, { createdAt: november, value: 0 })
    expect(await shown()).toEqual(leftOut)
    await addReading(database, fresh, { createdAt: new Date('2026-10-20T09:00:00+09:00'), value: 0 })
    expect(await shown()).toEqual([['child_unknown', children.length + 1, []]])
  })

  it('count a child without readings from its registration on', async () => {
    const { parent } = await family()
    await set(parent, byUsage)
    const fresh = await addCounter({ parentMeterId: parent.id })
    await database.asSystem((tx) =>
      tx.execute(sql`update meters set created_at = ${'2026-10-31T23:59:00+09:00'} where id = ${fresh.id}`),
    )
    const [row] = await allocationsIn('2026-10', parent)
    expect(row?.allocation.problem).toBe('child_unknown')
  })

  it('divide the usage of a meter without children by fixed shares, from a month on', async () => {
    const meter = await addCounter()
    await count(meter, 100)
    const { rule } = await shared(33.3, 33.3, 33.4)
    await set(meter, rule, '2026-10')
    const later = await shared(50, 50)
    await set(meter, later.rule, '2026-11')
    expect(await usagesIn('2026-09', meter)).toEqual([])
    expect(await usagesIn('2026-10', meter)).toEqual([[33, 33, 34]])
    expect(await usagesIn('2026-12', meter)).toEqual([[null, null]])
    await set(meter, { method: 'none', shares: [] }, '2026-12')
    expect(await usagesIn('2026-12', meter)).toEqual([])
  })

  it('divide what a child that is a parent counted by itself once more', async () => {
    const { parent, children } = await family()
    const [child] = children
    if (child === undefined) throw new Error('no child')
    const grandchild = await addCounter({ parentMeterId: child.id })
    await count(grandchild, 20)
    await set(parent, byUsage)
    await set(child, byUsage)
    expect(await usagesIn('2026-10', parent)).toEqual([[40, 55, 25]])
    expect(await usagesIn('2026-10', child)).toEqual([[30.2]])
  })

  it('are left out of a child that counts another unit later, and of one that does not count up', async () => {
    const { parent, children } = await family()
    await addMeter(database, test.own.id, { parentMeterId: parent.id })
    await set(parent, byUsage)
    expect(await usagesIn('2026-10', parent)).toHaveLength(1)
    await database.asSystem((tx) =>
      tx.execute(sql`update meters set meter_unit_id = (
        select id from units where id <> meters.meter_unit_id limit 1) where id = ${children[0]?.id}`),
    )
    const [row] = await allocationsIn('2026-10', parent)
    expect([row?.allocation.problem, row?.allocation.parts.map(({ usage }) => usage)]).toEqual([
      'other_unit',
      [null, null, null],
    ])
    expect(failureOf(await set(parent, byUsage)).issues).toMatchObject([{ path: 'method' }])
  })

  it('of another organization are not found', async () => {
    const { parent } = await family()
    await set(parent, byUsage)
    const query = `month=2026-10&meter_ids=${parent.id}`
    const answered = await test.ask('GET', `/api/v1/allocations?${query}`, { as: test.other.general })
    expect(dataOf('allocations', answered)).toEqual([])
  })

  it('of more meters than one answer holds are refused at the meters, which can be fewer', () => {
    const issue = expect.objectContaining({ path: 'meter_ids' })
    expect(() => assertFew(maxUsages + 1, 'meter_ids')).toThrow(expect.objectContaining({ issues: [issue] }))
    expect(() => assertFew(maxUsages, 'meter_ids')).not.toThrow()
  })
})

describe('a rule of allocation', () => {
  it.each([
    ['shares', 99.9, 'shares', '割合の合計が100%になるように入力してください'],
    ['shares', 100.0001, 'shares.0.percent', null],
    ['shares', 99.99999, 'shares.0.percent', null],
    ['usage', 100, 'shares', '割合は固定割合の場合だけ指定できます'],
    ['thirds', 100, 'method', null],
  ])('by %s of %d per cent is refused with the field %s', async (method, percent, field, message) => {
    const meter = await addCounter()
    const { rule } = await shared(percent)
    const { issues } = failureOf(await set(meter, { ...rule, method }))
    expect(issues?.[0]).toMatchObject(message === null ? { path: field } : { path: field, message })
    expect(await rulesOf(meter)).toEqual([])
  })

  it('is refused for a cost bearer twice, a disabled one, and one of another organization', async () => {
    const meter = await addCounter()
    const { rule, bearers } = await shared(50, 50)
    const [first] = rule.shares
    const twice = failureOf(await set(meter, { method: 'shares', shares: [first, first] }))
    expect(twice.issues).toMatchObject([{ path: 'shares', message: '同じ負担先は一度だけ指定できます' }])
    const foreign = await addCostBearer(database, test.other.id)
    const shares = [{ cost_bearer_id: foreign.id, percent: 100 }]
    const unknown = failureOf(await set(meter, { method: 'shares', shares }))
    expect(unknown).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'shares' }] })
    const disable = (id: number) =>
      database.asSystem((tx) => tx.execute(sql`update cost_bearers set status = 1 where id = ${id}`))
    const kept = await addCounter()
    await set(kept, rule)
    await disable(bearers[0]?.id ?? 0)
    expect(failureOf(await set(meter, rule)).issues).toMatchObject([{ path: 'shares' }])
    expect((await set(kept, rule, '2026-11')).status).toBe(200)
  })

  it('is refused for a meter that does not count up, and by usage for one without children', async () => {
    const gauge = await addMeter(database, test.own.id)
    const { rule } = await shared(100)
    expect(failureOf(await set(gauge, rule)).issues).toMatchObject([{ path: 'method' }])
    expect(failureOf(await set(await addCounter(), byUsage)).issues).toEqual([
      { path: 'method', message: '子メーターがありません。先に子メーターを登録してください' },
    ])
  })

  it('takes the place of the one of its month, and deleted leaves the one before, both in the history', async () => {
    const meter = await addCounter()
    const first = await shared(100)
    await set(meter, first.rule, '2026-09')
    await set(meter, first.rule, '2026-10')
    const { rule, bearers } = await shared(40, 60)
    await set(meter, rule, '2026-10')
    expect(await rulesOf(meter)).toEqual([
      { from_month: '2026-10', ...rule },
      { from_month: '2026-09', ...first.rule },
    ])
    const answered = await test.ask('DELETE', path(meter), { as: test.own.general })
    expect(answered.status).toBe(200)
    expect(await rulesOf(meter)).toEqual([{ from_month: '2026-09', ...first.rule }])
    const again = await test.ask('DELETE', path(meter), { as: test.own.general })
    expect(again.status).toBe(404)
    const history = await test.ask('GET', `/api/v1/audit-entries?noun=meter&subject_id=${meter.id}`, {
      as: test.own.admin,
    })
    const told = {
      allocation_from: '2026-10',
      allocation_method: 'shares',
      allocation_shares: { [bearers[0]?.name ?? '']: '40%', [bearers[1]?.name ?? '']: '60%' },
    }
    expect(dataOf('auditEntries', history).slice(0, 2)).toMatchObject([
      { before: told, after: {} },
      { before: { allocation_method: 'shares' }, after: told },
    ])
  })

  it('is named by its meter while it applies', async () => {
    const meter = await addCounter()
    const methodNow = async () => {
      const answered = await test.ask('GET', `/api/v1/meters/${meter.id}`, { as: test.own.general })
      return dataOf('meter', answered).allocation_method
    }
    expect(await methodNow()).toBe('none')
    const { rule } = await shared(100)
    await set(meter, rule, '2999-12')
    expect(await methodNow()).toBe('none')
    await set(meter, rule, '2020-01')
    expect(await methodNow()).toBe('shares')
  })

  it('keeps its cost bearers from being deleted', async () => {
    const { rule, bearers } = await shared(100)
    await set(await addCounter(), rule)
    const answered = await test.ask('DELETE', `/api/v1/cost-bearers/${bearers[0]?.id}`, {
      as: test.own.general,
    })
    expect(failureOf(answered).code).toBe('master_in_use')
  })

  it('is refused by the database unless its shares add up to 100', async () => {
    const { id: meterId } = await addCounter()
    const bearer = await addCostBearer(database, test.own.id)
    const insert = (month: string, method: string, percent: number | null) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ id: number }>(sql`
          insert into meter_allocations (organization_id, meter_id, from_month, method)
          values (${test.own.id}, ${meterId}, ${month}, ${method}) returning id`)
        if (percent !== null)
          await tx.execute(sql`
            insert into meter_allocation_shares (allocation_id, organization_id, cost_bearer_id, percent)
            values (${rows[0]?.id}, ${test.own.id}, ${bearer.id}, ${percent})`)
      })
    await insert('2026-08', 'shares', 100)
    await insert('2026-09', 'usage', null)
    for (const [month, method, percent] of [
      ['2026-08', 'usage', null],
      ['2026-13', 'usage', null],
      ['2026-10', 'shares', null],
      ['2026-10', 'shares', 99.9999],
      ['2026-10', 'usage', 100],
      ['2026-10', 'halves', null],
    ] as const)
      await expect(insert(month, method, percent)).rejects.toThrow()
    const removal = database.asSystem((tx) =>
      tx.execute(sql`delete from meter_allocation_shares where cost_bearer_id = ${bearer.id}`),
    )
    await expect(removal).rejects.toThrow()
  })
})

describe('the allocation of a closed month', () => {
  it('is on the board, and stays as it was closed when the rule changes', async () => {
    const { parent, children } = await family()
    const cycle = await addCycle(database, test.own.id, [parent.id, ...children.map(({ id }) => id)], {
      checks: [],
    })
    await set(parent, byUsage)
    const partsOnBoard = async () => {
      const query = `/api/v1/closing-cycles/${cycle.id}/board?month=2026-10`
      const { meters } = dataOf('closingBoard', await test.ask('GET', query, { as: test.own.general }))
      return meters
        .filter(({ meter_id: id }) => id === parent.id)
        .map(({ allocation }) => allocation?.parts.map(({ usage }) => usage))
    }
    expect(await partsOnBoard()).toEqual([[40, 55, 25]])
    const closed = await test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, {
      as: test.own.admin,
      body: { month: '2026-10', version: 1, exceptions: [] },
    })
    expect(closed.status).toBe(201)
    const { rule } = await shared(100)
    await set(parent, rule)
    expect(await partsOnBoard()).toEqual([[40, 55, 25]])
    expect(await usagesIn('2026-10', parent)).toEqual([[120]])
  })
})
