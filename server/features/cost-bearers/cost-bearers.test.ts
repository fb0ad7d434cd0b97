// Covers docs/requirements.md: 732

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCostBearer, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  test.ask(method, `/api/v1/cost-bearers${path}`, { as: test.own.general, ...(body && { body }) })
const added = async (name: string) => dataOf('createCostBearer', await ask('POST', '', { name }))

describe('cost bearers', () => {
  it('are added, renamed and disabled by every user, and each change is audited', async () => {
    const { id } = await added(' 1階 店舗 ')
    expect((await ask('PUT', `/${id}`, { name: '1階 喫茶' })).status).toBe(200)
    expect((await ask('PUT', `/${id}`, { name: '1階 喫茶', status: 1 })).status).toBe(200)
    const renamed = dataOf('updateCostBearer', await ask('PUT', `/${id}`, { name: '1階 カフェ' }))
    expect(renamed).toEqual({ id, name: '1階 カフェ', status: 1 })
    expect(dataOf('costBearers', await ask('GET'))).toContainEqual(renamed)
    const path = `/api/v1/audit-entries?noun=cost-bearer&subject_id=${id}`
    const entries = dataOf('auditEntries', await test.ask('GET', path, { as: test.own.admin }))
    expect(entries.map(({ action, after }) => ({ action, after }))).toEqual([
      { action: 'update', after: { name: '1階 カフェ' } },
      { action: 'update', after: { status: 1 } },
      { action: 'update', after: { name: '1階 喫茶' } },
      { action: 'create', after: { name: '1階 店舗', status: 0 } },
    ])
  })

  it('have names that differ by more than width, case and invisible characters', async () => {
    await added('A棟 ポンプ室')
    const { id } = await added('B棟')
    const taken = {
      code: 'validation_failed',
      issues: [{ path: 'name', message: '同じ名前の負担先があります' }],
    }
    for (const name of ['ａ棟 ﾎﾟﾝﾌﾟ室', 'A棟\u200b ポンプ室']) {
      expect(failureOf(await ask('POST', '', { name }))).toMatchObject(taken)
      expect(failureOf(await ask('PUT', `/${id}`, { name }))).toMatchObject(taken)
    }
    await addCostBearer(test.deps.database, test.other.id, { name: '他社と同じ' })
    expect((await added('他社と同じ')).name).toBe('他社と同じ')
  })

  it('that a meter has are not deleted; others are', async () => {
    const { id } = await added('共用部')
    const meter = await addMeter(test.deps.database, test.own.id, { costBearerId: id })
    const refused = await ask('DELETE', `/${id}`)
    expect(refused.status).toBe(409)
    expect(failureOf(refused).issues?.[0]?.message).toContain('1件のメーター')
    const body = { cost_bearer_id: null }
    await test.ask('PUT', `/api/v1/meters/${meter.id}`, { as: test.own.general, body })
    expect((await ask('DELETE', `/${id}`)).status).toBe(200)
    expect((await ask('DELETE', `/${id}`)).status).toBe(404)
  })
})
