// Covers docs/requirements.md: 730, 731, 732, 733

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCostBearer, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { meterCalls } from '../../../tests/support/server/meter-calls.ts'

let test: TestApp
let calls: ReturnType<typeof meterCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = meterCalls(test)
})
afterAll(() => test.close())

const created = async (body: object) => dataOf('createMeter', await calls.create(body))

describe('the master data of a meter', () => {
  it('is stored, returned and part of its history', async () => {
    const parent = await created({ name: '受電' })
    const bearer = await addCostBearer(test.deps.database, test.own.id)
    const fields = {
      code: 'E-01',
      cost_bearer_id: bearer.id,
      customer_number: '0120-3',
      parent_meter_id: parent.id,
      verification_expires_on: '2027-03-31',
      rounding: 'integer',
    }
    const meter = await created(fields)
    expect(meter).toMatchObject(fields)
    expect(parent).toMatchObject({
      code: null,
      cost_bearer_id: null,
      customer_number: '',
      parent_meter_id: null,
      verification_expires_on: null,
      rounding: 'none',
    })
    const changed = dataOf('updateMeter', await calls.update(meter.id, { code: null, parent_meter_id: null }))
    expect(changed).toMatchObject({ ...fields, code: null, parent_meter_id: null })
    const entries = dataOf(
      'auditEntries',
      await test.ask('GET', `/api/v1/audit-entries?noun=meter&subject_id=${meter.id}`, {
        as: test.own.admin,
      }),
    )
    expect(entries.map(({ before, after }) => ({ before, after }))).toMatchObject([
      {
        before: { code: 'E-01', parent_meter_id: parent.id },
        after: { code: null, parent_meter_id: null },
      },
      { before: {}, after: fields },
    ])
  })

  it.each([
    ['a date that does not exist', { verification_expires_on: '2027-02-29' }, 'verification_expires_on'],
    ['a date without hyphens', { verification_expires_on: '20270228' }, 'verification_expires_on'],
    ['a year before 1900', { verification_expires_on: '0000-01-01' }, 'verification_expires_on'],
    ['an unknown rounding', { rounding: 'up' }, 'rounding'],
    ['an empty code', { code: '\u3000' }, 'code'],
    ['a code of more than 100 characters', { code: '㈱'.repeat(34) }, 'code'],
    ['a customer number of two lines', { customer_number: '1\n2' }, 'customer_number'],
  ])('refuses %s and names the field', async (_what, body, path) => {
    const answer = await calls.create(body)
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'validation_failed', issues: [{ path }] })
  })

  it('keeps a cost bearer that was disabled, which no other meter gets', async () => {
    const bearer = await addCostBearer(test.deps.database, test.own.id)
    const meter = await created({ cost_bearer_id: bearer.id })
    const path = `/api/v1/cost-bearers/${bearer.id}`
    await test.ask('PUT', path, { as: test.own.general, body: { name: bearer.name, status: 1 } })
    expect((await calls.update(meter.id, { name: '改名', cost_bearer_id: bearer.id })).status).toBe(200)
    const refused = await calls.create({ cost_bearer_id: bearer.id })
    expect(failureOf(refused)).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'cost_bearer_id' }],
    })
  })

  it.each([
    ['cost_bearer_id', async () => (await addCostBearer(test.deps.database, test.other.id)).id],
    ['parent_meter_id', async () => (await addMeter(test.deps.database, test.other.id)).id],
  ])('refuses a row of another organization as %s', async (path, add) => {
    const answer = await calls.create({ [path]: await add() })
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'reference_unknown', issues: [{ path }] })
  })
})

describe('the code of a meter', () => {
  it('is stored in half width and is one code in any width and case', async () => {
    const meter = await created({ code: ' Ｗ－１０１\u200b' })
    expect(meter.code).toBe('W-101')
    for (const code of ['W-101', 'w-101', 'ｗ－１０１']) {
      const answer = await calls.create({ code })
      expect(answer.status).toBe(409)
      expect(failureOf(answer)).toMatchObject({ code: 'code_taken', issues: [{ path: 'code' }] })
    }
    const other = await created({ code: 'W-102' })
    expect(failureOf(await calls.update(other.id, { code: 'W-101' })).code).toBe('code_taken')
    expect((await calls.update(meter.id, { code: 'w-101' })).status).toBe(200)
  })

  it('sent twice at once is that of one meter', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => calls.create({ code: 'G-7' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('the parent of a meter', () => {
  const refused = { code: 'validation_failed', issues: [{ path: 'parent_meter_id' }] }
  const supply = (id: number, parentMeterId: number) => calls.update(id, { parent_meter_id: parentMeterId })

  it('is neither the meter itself nor one below it', async () => {
    const top = await created({})
    const middle = await created({ parent_meter_id: top.id })
    const bottom = await created({ parent_meter_id: middle.id })
    for (const id of [top.id, middle.id, bottom.id])
      expect(failureOf(await supply(top.id, id))).toMatchObject(refused)
    expect((await supply(bottom.id, top.id)).status).toBe(200)
  })

  it('closes no cycle where two are set at once', async () => {
    const [first, second] = [await created({}), await created({})]
    const answers = await Promise.all([supply(first.id, second.id), supply(second.id, first.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})
