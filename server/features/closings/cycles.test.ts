// Covers docs/requirements.md: 742, 743, 792

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { initialChecks } from '../../../contract/closing/checks.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCycle, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { constraintOf } from '../../db/constraint-of.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

let added = 0
const fieldsOf = (given: object = {}) => ({
  name: `月末 ${added++}`,
  closing_day: 31,
  closing_hour: 24,
  device_tolerance_hours: 24,
  round_tolerance_days: 3,
  checks: [...initialChecks],
  meter_ids: [],
  ...given,
})
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  test.ask(method, `/api/v1/closing-cycles${path}`, { as: test.own.admin, ...(body && { body }) })
const create = async (given: object = {}) =>
  dataOf('createClosingCycle', await ask('POST', '', fieldsOf(given)))
const addCounter = (organizationId = test.own.id) =>
  addMeter(test.deps.database, organizationId, { meterCategoryId: 4, name: '電力量計' })

describe('closing cycles', () => {
  it('are added, changed and deleted by administrators, read by every user, and audited', async () => {
    const [first, second] = [await addCounter(), await addCounter()]
    const cycle = await create({ name: '本館 月末', meter_ids: [second.id, first.id] })
    const sent = fieldsOf({ name: '本館 月末', meter_ids: [first.id, second.id] })
    expect(cycle).toEqual({ ...sent, id: cycle.id })
    const changed = { ...fieldsOf(), name: '本館 20日', closing_day: 20, meter_ids: [second.id] }
    expect(dataOf('updateClosingCycle', await ask('PUT', `/${cycle.id}`, changed))).toEqual({
      ...changed,
      id: cycle.id,
    })
    const as = test.own.general
    const path = '/api/v1/closing-cycles'
    expect(dataOf('closingCycles', await test.ask('GET', path, { as }))).toContainEqual({
      ...changed,
      id: cycle.id,
    })
    expect((await test.ask('PUT', `${path}/${cycle.id}`, { as, body: changed })).status).toBe(403)
    expect((await ask('DELETE', `/${cycle.id}`)).status).toBe(200)
    expect((await ask('GET', `/${cycle.id}`)).status).toBe(404)
    const log = `/api/v1/audit-entries?noun=closing-cycle&subject_id=${cycle.id}`
    const entries = dataOf('auditEntries', await test.ask('GET', log, { as: test.own.admin }))
    expect(entries.map(({ action, subject_name, after }) => [action, subject_name, after])).toMatchObject([
      ['delete', '本館 20日', {}],
      ['update', '本館 20日', { name: '本館 20日', closing_day: 20, meter_ids: [second.id] }],
      ['create', '本館 月末', { name: '本館 月末', meter_ids: [first.id, second.id] }],
    ])
    expect((await create({ meter_ids: [second.id] })).meter_ids).toEqual([second.id])
  })

  it.each([
    ['closing_day', { closing_day: 0 }],
    ['closing_day', { closing_day: 32 }],
    ['closing_hour', { closing_hour: 25 }],
    ['device_tolerance_hours', { device_tolerance_hours: 0 }],
    ['round_tolerance_days', { round_tolerance_days: 11 }],
    ['name', { name: ' ' }],
    ['meter_ids', { meter_ids: [5, 5] }],
    ['checks', { checks: ['zero', 'zero'] }],
    ['checks.0', { checks: ['tariff'] }],
  ])('are refused with the field %s named', async (path, given) => {
    const answered = await ask('POST', '', fieldsOf(given))
    expect(answered.status).toBe(400)
    expect(failureOf(answered).issues).toMatchObject([{ path }])
  })

  it('claim no meter of another cycle, none that does not count up and none of another organization', async () => {
    const [counter, gauge] = [await addCounter(), await addMeter(test.deps.database, test.own.id)]
    const foreign = await addCounter(test.other.id)
    const { id } = await create({ name: '東館', meter_ids: [counter.id] })
    const message = '積算するメーターではありません'
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${(await create()).id}`],
    ] as const) {
      const refused = await ask(method, path, fieldsOf({ meter_ids: [counter.id, gauge.id, foreign.id] }))
      expect(failureOf(refused).issues).toEqual([
        { path: 'meter_ids.0', message: '検針サイクル「東館」のメーターです' },
        { path: 'meter_ids.1', message },
        { path: 'meter_ids.2', message },
      ])
    }
    const same = fieldsOf({ name: '東館', meter_ids: [counter.id] })
    expect((await ask('PUT', `/${id}`, same)).status).toBe(200)
    const taken = failureOf(await ask('POST', '', fieldsOf({ name: '東館' })))
    expect(taken.issues).toEqual([{ path: 'name', message: '同じ名前の検針サイクルがあります' }])
  })

  it('are refused by the database as well: a meter in two, a day and an hour that do not exist', async () => {
    const { database } = test.deps
    const meter = await addCounter()
    await addCycle(database, test.own.id, [meter.id])
    const constraint = (given: Parameters<typeof addCycle>[3], meterIds: number[] = []) =>
      addCycle(database, test.own.id, meterIds, given).then(() => null, constraintOf)
    expect(await constraint({}, [meter.id])).toBe('closing_cycle_meters_pkey')
    expect(await constraint({ closingDay: 32 })).toBe('closing_cycles_day')
    expect(await constraint({ closingHour: 25 })).toBe('closing_cycles_hour')
    expect(await constraint({ deviceToleranceHours: 0 })).toBe('closing_cycles_device_tolerance')
    expect(await constraint({ roundToleranceDays: 11 })).toBe('closing_cycles_round_tolerance')
    const unknown = database.asSystem((tx) => tx.execute(sql`update closing_cycles set checks = '{tariff}'`))
    expect(await unknown.then(() => null, constraintOf)).toBe('closing_cycles_checks')
    const foreign = await addCounter(test.other.id)
    expect(await constraint({}, [foreign.id])).toMatch(/meter_id/)
  })

  it('check what is checked at first, what somebody switches on or off, and otherwise what they did', async () => {
    const { checks: _, ...fields } = fieldsOf()
    const { id, checks } = dataOf('createClosingCycle', await ask('POST', '', fields))
    expect(checks).toEqual(['previous', 'last_year', 'zero', 'parent'])
    const chosen = ['parent', 'backwards', 'estimated_twice', 'verification_expired']
    await ask('PUT', `/${id}`, { ...fields, checks: chosen })
    const kept = dataOf('updateClosingCycle', await ask('PUT', `/${id}`, fields))
    expect(kept.checks).toEqual(chosen)
  })

  it('are of one organization', async () => {
    const { id } = await create()
    const stranger = { as: test.other.admin, body: fieldsOf() }
    const path = `/api/v1/closing-cycles/${id}`
    expect((await test.ask('PUT', path, stranger)).status).toBe(404)
    const rows = await test.deps.database.inOrganization(test.other.id, test.other.admin.id, (tx) =>
      tx.execute(sql`select id from closing_cycles where id = ${id}`),
    )
    expect(rows.rows).toEqual([])
  })
})
