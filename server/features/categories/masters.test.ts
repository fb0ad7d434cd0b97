// Covers docs/requirements.md: 444, 445, 446, 447, 791

import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { constraintOf } from '../../db/constraint-of.ts'
import { auditEntries } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  test.ask(method, `/api/v1/${path}`, { as: test.own.system, ...(body && { body }) })

const fields = { name: '流量計', type: 0, description: '円形の流量計' }
const addCategory = async (more: object = {}) =>
  dataOf('createCategory', await ask('POST', 'meter-category', { ...fields, ...more }))
const addUnit = async (name: string) => dataOf('createUnit', await ask('POST', 'meter-unit', { name }))

describe('a meter category', () => {
  it('gets an icon of 500 px at most, which everybody loads by its hash and may keep', async () => {
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#088' } })
      .png()
      .toBuffer()
    const added = await addCategory({ icon_base64: picture.toString('base64') })
    expect(added).toMatchObject({ ...fields, status: 0 })
    const icon = await test.ask('GET', added.icon ?? '')
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(icon.headers['cache-control']).toContain('immutable')
    expect((await sharp(icon.bytes).metadata()).width).toBe(500)
    const path = `meter-categories/${added.id}`
    const kept = await ask('PUT', path, { ...fields, status: 1, icon_path: added.icon })
    expect(dataOf('updateCategory', kept)).toMatchObject({ icon: added.icon, status: 1 })
    const removed = await ask('PUT', path, { ...fields, status: 1, icon_path: null })
    expect(dataOf('updateCategory', removed).icon).toBeNull()
    const entries = await test.deps.database.asSystem((tx) => tx.select().from(auditEntries))
    expect(
      entries.filter(({ noun, subjectId }) => noun === 'category' && subjectId === added.id),
    ).toHaveLength(3)
  })

  it('needs name, type and description, and a picture for an icon', async () => {
    for (const wrong of [{ name: '' }, { type: 9 }, { description: ' ' }, { name: 'あ'.repeat(101) }])
      expect((await ask('POST', 'meter-category', { ...fields, ...wrong })).status).toBe(400)
    const text = Buffer.from('no picture').toString('base64')
    const refused = await ask('POST', 'meter-category', { ...fields, icon_base64: text })
    expect(failureOf(refused)).toMatchObject({ issues: [{ path: 'icon_base64' }] })
  })

  it('that meters have is not deleted, keeps how it is read, and can be disabled: then no other meter chooses it', async () => {
    const { id } = await addCategory()
    const { id: meterId } = await addMeter(test.deps.database, test.other.id, { meterCategoryId: id })
    const path = `meter-categories/${id}`
    const refused = await ask('DELETE', path)
    expect(refused.status).toBe(409)
    expect(failureOf(refused).issues?.[0]?.message).toContain('1件のメーター')
    expect(failureOf(await ask('PUT', path, { ...fields, type: 3, status: 0 })).issues).toEqual([
      {
        path: 'type',
        message: '1件のメーターで使用しているため、読み取り方の異なる種類には変更できません',
      },
    ])
    expect(dataOf('categoryUsage', await ask('GET', 'meter-categories/usage'))).toContainEqual({
      id,
      meters: 1,
    })

    expect((await ask('PUT', path, { ...fields, status: 1 })).status).toBe(200)
    const create = await ask('POST', 'meters', {
      name: '新',
      meter_unit_id: 1,
      meter_category_id: id,
      status: 1,
    })
    expect(failureOf(create)).toMatchObject({ issues: [{ path: 'meter_category_id' }] })
    const keeping = await test.ask('PUT', `/api/v1/meters/${meterId}`, {
      as: test.other.admin,
      body: { name: '改名', meter_category_id: id },
    })
    expect(keeping.status).toBe(200)
  })

  it('has limits of changes, 50 % at first, which stay where they are not sent', async () => {
    const { id, ...added } = await addCategory()
    expect(added).toMatchObject({ change_percent: 50, change_least: 0 })
    const path = `meter-categories/${id}`
    const change = async (sent: object) =>
      dataOf('updateCategory', await ask('PUT', path, { ...fields, status: 0, ...sent }))
    const limits = { change_percent: 30, change_least: 0.5 }
    expect(await change(limits)).toMatchObject(limits)
    expect(await change({})).toMatchObject(limits)
    expect(await addCategory(limits)).toMatchObject(limits)
  })

  it.each([
    ['change_percent', 0],
    ['change_percent', 1001],
    ['change_percent', 1.5],
    ['change_percent', '５０'],
    ['change_least', -0.1],
    ['change_least', 1_000_001],
  ])('refuses %s of %s, and the database does too', async (field, value) => {
    const refused = await ask('POST', 'meter-category', { ...fields, [field]: value })
    expect([refused.status, failureOf(refused).issues]).toMatchObject([400, [{ path: field }]])
    if (typeof value === 'string' || value === 1.5) return
    const update = test.deps.database.asSystem((tx) =>
      tx.execute(sql`update categories set ${sql.identifier(field)} = ${value} where id = 1`),
    )
    await expect(update.then(() => null, constraintOf)).resolves.toBe(`categories_${field}`)
  })

  it('that no meter has is deleted', async () => {
    const { id } = await addCategory()
    expect((await ask('DELETE', `meter-categories/${id}`)).status).toBe(200)
    expect((await ask('DELETE', `meter-categories/${id}`)).status).toBe(404)
  })
})

describe('a meter unit', () => {
  it('has a name of its own, also when it is sent twice at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('POST', 'meter-unit', { name: 'foot' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    expect((await addUnit('Foot')).status).toBe(0)
    const { id } = await addUnit('mol')
    const taken = await ask('PUT', `meter-unit/${id}`, { name: 'foot' })
    expect(failureOf(taken)).toMatchObject({
      issues: [{ path: 'name', message: '同じ名前の単位があります' }],
    })
    expect(dataOf('updateUnit', await ask('PUT', `meter-unit/${id}`, { name: 'mmol' })).name).toBe('mmol')
  })

  it('that meters have is disabled rather than deleted', async () => {
    const { id } = await addUnit('rad')
    await addMeter(test.deps.database, test.own.id, { meterUnitId: id })
    const refused = await ask('DELETE', `meter-unit/${id}`)
    expect(refused.status).toBe(409)
    expect(failureOf(refused).issues?.[0]?.message).toContain('1件のメーター')
    expect(dataOf('unitUsage', await ask('GET', 'meter-units/usage'))).toContainEqual({ id, meters: 1 })
    const disabled = await ask('PUT', `meter-unit/${id}`, { name: 'rad', status: 1 })
    expect(dataOf('updateUnit', disabled).status).toBe(1)
    const create = await ask('POST', 'meters', {
      name: '新',
      meter_unit_id: id,
      meter_category_id: 1,
      status: 1,
    })
    expect(failureOf(create)).toMatchObject({ issues: [{ path: 'meter_unit_id' }] })
    const { id: unused } = await addUnit('sr')
    expect((await ask('DELETE', `meter-unit/${unused}`)).status).toBe(200)
  })
})
