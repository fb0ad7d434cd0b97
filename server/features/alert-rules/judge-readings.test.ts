// Covers docs/requirements.md: 995, 996, 997, 1003, 1004, 1005

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlertRule, addGroup, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  alertRuleCases,
  alertRuleCheckpoints,
  alertRuleStates,
  alerts,
  meters,
  readings,
} from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const minute = 60_000
const now = Math.floor(Date.now() / minute) * minute
/** So many minutes ago, in the zone of the organization. */
const ago = (minutes: number) =>
  new Date(now - minutes * minute + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

type Meter = Awaited<ReturnType<typeof addMeter>>
const newMeter = (given: object = {}) =>
  addMeter(test.deps.database, test.own.id, { meterUnitId: 1, ...given })

/** Types a value that was measured so many minutes ago, and returns the reading's id. */
async function add(meter: Meter, value: number | null, minutes: number): Promise<number> {
  const body = { meter_id: meter.id, value, created_at: ago(minutes), image_base64: null }
  return dataOf(
    'createReading',
    await test.ask('POST', '/api/v1/meter-value', { as: test.own.general, body }),
  ).id
}
async function addAll(meter: Meter, values: readonly (number | null)[], from = values.length * 10) {
  const ids = []
  for (const [index, value] of values.entries()) ids.push(await add(meter, value, from - index * 10))
  return ids
}
const correct = (id: number, value: number) =>
  test.ask('PUT', `/api/v1/meter-value/${id}`, { as: test.own.general, body: { value } })
const remove = (id: number) => test.ask('DELETE', `/api/v1/meter-value/${id}`, { as: test.own.general })
const restore = (id: number) =>
  test.ask('POST', `/api/v1/meter-value/${id}/restore`, { as: test.own.general })

/** Cases by their opening: level, readings that opened and closed it, and whether it was corrected. */
async function casesOf(ruleId: number) {
  const path = `/api/v1/alert-rules/${ruleId}/cases`
  const cases = dataOf('alertRuleCases', await test.ask('GET', path, { as: test.own.general }))
  return cases.toReversed().map((one) => ({
    level: one.level,
    by: one.opened_by,
    isOpen: one.closed_at === null,
    isCorrected: one.is_corrected,
  }))
}
const open = (by: number | undefined) => ({ level: 'alarm', by, isOpen: true, isCorrected: false })
const closed = (by: number | undefined) => ({ ...open(by), isOpen: false })
const corrected = (by: number | undefined) => ({ ...closed(by), isCorrected: true })

const openCases = async (ruleId: number) => (await casesOf(ruleId)).filter(({ isOpen }) => isOpen)

describe('a rule', () => {
  it('opens and closes cases with the readings as they are stored', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter)
    const ids = await addAll(meter, [0.49, 0.51, 0.495, 0.505, 0.485])
    expect(await casesOf(rule.id)).toEqual([open(ids[1])])
    await add(meter, 0.478, 0)
    expect(await casesOf(rule.id)).toEqual([closed(ids[1])])
  })

  it('needs its readings in a row, whatever restarts in between, because its state is in the database', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter, { openAfter: 2 })
    const [, second] = await addAll(meter, [0.51, 0.52])
    expect(await casesOf(rule.id)).toEqual([open(second)])
  })

  it('judges meters of its group or category with its unit, and no others', async () => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id)
    const inside = await newMeter({ meterGroupId: group.id, meterCategoryId: 2 })
    const rule = await addAlertRule(database, inside, { meterId: null, meterGroupId: group.id })
    for (const meter of [
      inside,
      await newMeter(),
      await newMeter({ meterGroupId: group.id, meterUnitId: 2 }),
    ])
      await add(meter, 0.9, 10)
    expect(await casesOf(rule.id)).toHaveLength(1)
    const all = await addAlertRule(database, inside, {
      meterId: null,
      meterCategoryId: inside.meterCategoryId,
    })
    await add(inside, 0.9, 5)
    expect(await openCases(all.id)).toHaveLength(1)
  })

  it('closes its case where it no longer judges the meter, or is changed', async () => {
    const { database } = test.deps
    const meter = await newMeter()
    const rule = await addAlertRule(database, meter)
    await add(meter, 0.9, 30)
    expect(await openCases(rule.id)).toHaveLength(1)
    await database.asSystem((tx) => tx.update(meters).set({ meterUnitId: 2 }).where(eq(meters.id, meter.id)))
    await add(meter, 0.9, 20)
    expect(await openCases(rule.id)).toHaveLength(0)
    await database.asSystem((tx) => tx.update(meters).set({ meterUnitId: 1 }).where(eq(meters.id, meter.id)))
    await add(meter, 0.9, 10)
    expect(await openCases(rule.id)).toHaveLength(1)
    const path = `/api/v1/alert-rules/${rule.id}`
    const body = {
      name: rule.name,
      meter_id: meter.id,
      meter_group_id: null,
      meter_category_id: null,
      meter_unit_id: 1,
      condition: { ...rule.condition, alarm: 0.8 },
      open_after: 1,
      close_after: 1,
      active: null,
      includes_unsure: false,
    }
    await test.ask('PUT', path, { as: test.own.admin, body })
    expect(await openCases(rule.id)).toHaveLength(0)
  })
})

describe('readings that change later', () => {
  it('mark a case as 修正後は正常 where a person corrects what opened it, until that is undone', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter)
    const [, wrong] = await addAll(meter, [0.4, 0.9, 0.4])
    await correct(wrong ?? 0, 0.45)
    expect(await casesOf(rule.id)).toEqual([corrected(wrong)])
    await correct(wrong ?? 0, 0.9)
    expect(await casesOf(rule.id)).toEqual([closed(wrong)])
  })

  it('are judged again where one is deleted and restored', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter)
    const [first, normal, second] = await addAll(meter, [0.9, 0.4, 0.9])
    expect(await casesOf(rule.id)).toEqual([closed(first), open(second)])
    await remove(normal ?? 0)
    expect(await casesOf(rule.id)).toEqual([open(first), corrected(second)])
    await restore(normal ?? 0)
    expect(await casesOf(rule.id)).toEqual([closed(first), open(second)])
  })

  it('are put in their place where one arrives late', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter, { openAfter: 2 })
    await add(meter, 0.9, 30)
    const last = await add(meter, 0.9, 10)
    expect(await casesOf(rule.id)).toEqual([open(last)])
    await add(meter, 0.4, 20)
    expect(await casesOf(rule.id)).toEqual([corrected(last)])
  })

  it('are judged from a checkpoint that is kept once a day', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter, { openAfter: 2 })
    const day = 1440
    const ids = []
    for (const [index, value] of [0.4, 0.9, 0.4, 0.9, 0.4, 0.4].entries())
      ids.push(await add(meter, value, 3 * day - index * (day / 2)))
    const kept = () =>
      test.deps.database.asSystem((tx) =>
        tx.$count(alertRuleCheckpoints, eq(alertRuleCheckpoints.meterId, meter.id)),
      )
    expect(await kept()).toBe(3)
    expect(await casesOf(rule.id)).toEqual([])
    await correct(ids[4] ?? 0, 0.9)
    expect(await casesOf(rule.id)).toEqual([closed(ids[4])])
    await correct(ids[0] ?? 0, 0.9)
    expect(await casesOf(rule.id)).toEqual([closed(ids[1]), closed(ids[4])])
  })

  it('lead to the same cases as 試算 of all readings', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter, { openAfter: 2, closeAfter: 2 })
    const values = [0.4, 0.9, 0.9, 0.49, 0.4, 0.4, 0.9, 0.4, 0.9, 0.9, 0.9, 0.4]
    const ids = await addAll(meter, values, 300)
    await correct(ids[2] ?? 0, 0.4)
    await add(meter, 0.9, 285)
    await remove(ids[7] ?? 0)
    await correct(ids[9] ?? 0, 0.49)
    await add(meter, 0.9, 245)
    const body = {
      meter_id: meter.id,
      rule: {
        condition: rule.condition,
        open_after: 2,
        close_after: 2,
        active: null,
        includes_unsure: false,
      },
    }
    const replayed = dataOf(
      'replayAlertRule',
      await test.ask('POST', '/api/v1/alert-rules/replay', { as: test.own.general, body }),
    )
    const live = (await casesOf(rule.id)).filter(({ isCorrected }) => !isCorrected)
    expect(live).toEqual(
      replayed.cases.map((one) => ({ ...open(one.opened_by), isOpen: one.closed_at === null })),
    )
    expect(live.length).toBeGreaterThan(1)
  })
})

describe('a meter without rules', () => {
  it('behaves as before: its abnormal range opens alerts, and nothing is kept of rules', async () => {
    const meter = await newMeter({ emergencyStartValue: 0.5, emergencyEndValue: 1 })
    await addAll(meter, [0.4, 0.9])
    const { database } = test.deps
    const count = (table: typeof alerts | typeof alertRuleStates | typeof alertRuleCases) =>
      database.asSystem((tx) => tx.$count(table, eq(table.meterId, meter.id)))
    expect(await count(alerts)).toBe(1)
    expect(await count(alertRuleStates)).toBe(0)
    expect(await count(alertRuleCases)).toBe(0)
  })
})

describe('the database', () => {
  it('has one open case of a meter and rule at most', async () => {
    const meter = await newMeter()
    const rule = await addAlertRule(test.deps.database, meter)
    await add(meter, 0.9, 10)
    const { database } = test.deps
    const again = database.asSystem((tx) =>
      tx.execute(sql`
        insert into alert_rule_cases (organization_id, rule_id, meter_id, judging, judged_from, level, began_at,
          began_id, opened_at, opened_id, is_told)
        select organization_id, rule_id, meter_id, judging, judged_from, level, began_at, began_id, opened_at, opened_id,
          is_told
        from alert_rule_cases where rule_id = ${rule.id}`),
    )
    await expect(again).rejects.toThrow()
    const stored = and(eq(readings.meterId, meter.id), eq(readings.organizationId, test.own.id))
    expect(await database.asSystem((tx) => tx.$count(readings, stored))).toBe(1)
  })
})
