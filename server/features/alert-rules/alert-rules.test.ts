// Covers docs/requirements.md: 991, 1000, 1001, 1002, 1038

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlertRule, addGroup, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { meters } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const condition = { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 }
const judging = { condition, open_after: 2, close_after: 1, active: null, includes_unsure: false }
let number = 0
const fields = (given: object) => ({
  name: `ルール ${++number}`,
  meter_id: null,
  meter_group_id: null,
  meter_category_id: null,
  meter_unit_id: 1,
  ...judging,
  ...given,
})
const newMeter = (given: object = {}) =>
  addMeter(test.deps.database, test.own.id, { meterUnitId: 1, ...given })
const send = (body: object, as = test.own.admin) => test.ask('POST', '/api/v1/alert-rules', { as, body })
const create = async (given: object) => dataOf('createAlertRule', await send(fields(given)))
const change = (id: number, body: object) =>
  test.ask('PUT', `/api/v1/alert-rules/${id}`, { as: test.own.admin, body })
const listed = async (id: number) => {
  const rules = dataOf('alertRules', await test.ask('GET', '/api/v1/alert-rules', { as: test.own.general }))
  return rules.find((rule) => rule.id === id)
}

describe('alert rules', () => {
  it('are made by administrators and read by every user, as one sentence', async () => {
    const meter = await newMeter({ name: 'ボイラー圧力', decimalPoint: 2 })
    const rule = await create({ meter_id: meter.id })
    expect(await listed(rule.id)).toEqual(rule)
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ name: string }>(sql`select name from units where id = 1`),
    )
    const unit = rows[0]?.name
    expect(rule).toMatchObject({
      sentence: `ボイラー圧力が0.50 ${unit}を超え、2回続いたら警報。0.48 ${unit}以下に戻ったら解消。`,
      meter_count: 1,
      open_cases: 0,
      problem: null,
    })
    expect(failureOf(await send(fields({ meter_id: meter.id }), test.own.general)).code).toBe('forbidden')
  })

  it('are changed and deleted by administrators, which 操作履歴 says as sentences', async () => {
    const meter = await newMeter({ name: '受水槽' })
    const rule = await create({ meter_id: meter.id })
    const renamed = fields({ meter_id: meter.id })
    expect(dataOf('updateAlertRule', await change(rule.id, renamed))).toMatchObject({
      name: renamed.name,
      judged_from: rule.judged_from,
    })
    const twice = fields({ meter_id: meter.id, open_after: 3 })
    const changed = dataOf('updateAlertRule', await change(rule.id, twice))
    expect(Date.parse(changed.judged_from ?? '')).toBeGreaterThan(Date.parse(rule.judged_from ?? ''))
    await test.ask('DELETE', `/api/v1/alert-rules/${rule.id}`, { as: test.own.admin })
    expect(await listed(rule.id)).toBeUndefined()
    const log = `/api/v1/audit-entries?noun=alert-rule&subject_id=${rule.id}`
    const own = dataOf('auditEntries', await test.ask('GET', log, { as: test.own.admin }))
    expect(own.map(({ action }) => action)).toEqual(['delete', 'update', 'update', 'create'])
    expect(own[1]?.after['sentence']).toMatch(/受水槽.*3回続いたら警報/)
  })

  it('have names of their own', async () => {
    const meter = await newMeter()
    const rule = await create({ meter_id: meter.id })
    const failure = failureOf(await send({ ...fields({ meter_id: meter.id }), name: rule.name }))
    expect(failure.issues).toEqual([{ path: 'name', message: '同じ名前のアラートルールがあります' }])
  })

  it('are refused with the field where they can never work', async () => {
    const meter = await newMeter()
    const refused = async (given: object) =>
      failureOf(await send(fields({ meter_id: meter.id, ...given }))).issues?.map(({ path }) => path)
    expect(await refused({ condition: { ...condition, closing_limit: 0.6 } })).toEqual([
      'condition.closing_limit',
    ])
    expect(await refused({ active: { from: '08:00', to: '08:00', weekdays: [1] } })).toEqual(['active.to'])
    expect(await refused({ meter_category_id: 1 })).toEqual(['meter_id'])
    expect(await refused({ meter_id: null })).toEqual(['meter_id'])
    expect(await refused({ meter_unit_id: null })).toEqual(['meter_unit_id'])
    expect(await refused({ meter_unit_id: 2 })).toEqual(['meter_unit_id'])
    const stranger = await addMeter(test.deps.database, test.other.id, { meterUnitId: 1 })
    expect(await refused({ meter_id: stranger.id })).toEqual(['meter_id'])
    const group = await addGroup(test.deps.database, test.other.id)
    expect(await refused({ meter_id: null, meter_group_id: group.id })).toEqual(['meter_group_id'])
  })

  it('open nothing while they are switched off, which closes what is open, and begin again', async () => {
    const meter = await newMeter()
    const body = fields({ meter_id: meter.id, open_after: 1 })
    const rule = dataOf('createAlertRule', await send({ ...body, is_enabled: false }))
    expect(rule).toMatchObject({ is_enabled: false, judged_from: null, last_opened_at: null })
    const listedAfter = async (value: number) => {
      // Readings are measured to the second.
      test.advance(2000)
      const at = new Date(test.deps.clock().getTime() + 9 * 3_600_000)
      const createdAt = at.toISOString().slice(0, 19).replace('T', ' ')
      const body = { meter_id: meter.id, value, created_at: createdAt, image_base64: null }
      dataOf('createReading', await test.ask('POST', '/api/v1/meter-value', { as: test.own.general, body }))
      return listed(rule.id)
    }
    expect(await listedAfter(0.9)).toMatchObject({ open_cases: 0, last_opened_at: null })
    const on = dataOf('updateAlertRule', await change(rule.id, body))
    expect(on).toMatchObject({ is_enabled: true, judged_from: expect.any(String) })
    const opened = await listedAfter(0.9)
    expect(opened).toMatchObject({ open_cases: 1, last_opened_at: expect.any(String) })
    const off = dataOf('updateAlertRule', await change(rule.id, { ...body, is_enabled: false }))
    expect(off).toMatchObject({ open_cases: 0, last_opened_at: opened?.last_opened_at })
    expect(await listedAfter(0.9)).toMatchObject({ open_cases: 0, is_enabled: false })
    const log = `/api/v1/audit-entries?noun=alert-rule&subject_id=${rule.id}`
    const [latest] = dataOf('auditEntries', await test.ask('GET', log, { as: test.own.admin }))
    expect(latest).toMatchObject({ before: { is_enabled: true }, after: { is_enabled: false } })
  })

  it('say why they judge no meter', async () => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id)
    const rule = await create({ meter_group_id: group.id })
    expect(rule).toMatchObject({ meter_count: 0, problem: 'no_meters' })
    await newMeter({ meterGroupId: group.id })
    const other = await newMeter({ meterGroupId: group.id, meterUnitId: 2 })
    expect(await listed(rule.id)).toMatchObject({ meter_count: 1, other_unit_count: 1, problem: null })
    await database.asSystem((tx) =>
      tx
        .update(meters)
        .set({ meterUnitId: other.meterUnitId })
        .where(sql`${meters.meterGroupId} = ${group.id}`),
    )
    expect(await listed(rule.id)).toMatchObject({ meter_count: 0, problem: 'unit_changed' })
  })

  it.each([
    { condition: { ...condition, kind: 'limit' as const, direction: 'above' as const, closing_limit: 0.6 } },
    { meterId: null },
    { meterUnitId: null },
    { openAfter: 0 },
    { active: { from: '08:00', to: '18:00', weekdays: [] } },
  ])('are refused by the database as well: %j', async (given) => {
    const meter = await newMeter()
    await expect(addAlertRule(test.deps.database, meter, given)).rejects.toThrow()
  })
})
