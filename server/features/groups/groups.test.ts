// Covers docs/requirements.md: 151, 187, 209, 212, 234, 235, 236, 265, 620

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addGroup, addInspection } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  test.ask(method, `/api/v1/${path}`, { as: test.own.general, ...(body && { body }) })

describe('meter groups', () => {
  it('are added without a description and later get one, and the list shows them', async () => {
    const answer = await ask('POST', 'meters-group', { name: ' 給水設備 ' })
    expect(answer.status).toBe(201)
    const added = dataOf('createGroup', answer)
    expect(added).toMatchObject({ name: '給水設備', description: '', organization_id: test.own.id })
    test.advance(60_000)
    const changed = dataOf(
      'updateGroup',
      await ask('PUT', `meters-group/${added.id}`, { name: '給排水設備', description: '受水槽とポンプ' }),
    )
    expect(changed).toMatchObject({ name: '給排水設備', description: '受水槽とポンプ' })
    expect(Date.parse(changed.updated_at) - Date.parse(added.updated_at)).toBeGreaterThanOrEqual(60_000)
    expect(dataOf('groups', await ask('GET', 'meters-groups'))).toContainEqual(changed)
  })

  it('keep a description that is not sent', async () => {
    const { id } = await addGroup(test.deps.database, test.own.id, { name: '甲', description: '説明' })
    expect(dataOf('updateGroup', await ask('PUT', `meters-group/${id}`, { name: '乙' }))).toMatchObject({
      name: '乙',
      description: '説明',
    })
  })

  it('of another organization are not found', async () => {
    const { id } = await addGroup(test.deps.database, test.other.id)
    expect((await ask('PUT', `meters-group/${id}`, { name: '乗っ取り' })).status).toBe(404)
  })
})

describe('inspection groups', () => {
  it('are added and renamed', async () => {
    const answer = await ask('POST', 'inspection', { name: '朝の巡回' })
    expect(answer.status).toBe(201)
    const { id } = dataOf('createInspection', answer)
    const renamed = dataOf('updateInspection', await ask('PUT', `inspection/${id}`, { name: '夜の巡回' }))
    expect(renamed).toMatchObject({ id, name: '夜の巡回', organization_id: test.own.id })
    expect(dataOf('inspections', await ask('GET', 'inspections'))).toContainEqual(renamed)
  })

  it('have a contact of one line and at most 100 characters, which stays if it is not sent', async () => {
    const contact = '設備課 佐藤 03-1234-5678'
    const answer = await ask('POST', 'inspection', { name: '朝の点検', contact: ` ${contact} ` })
    const { id, contact: stored } = dataOf('createInspection', answer)
    expect(stored).toBe(contact)
    const change = async (body: object) =>
      dataOf('updateInspection', await ask('PUT', `inspection/${id}`, { name: '朝の点検', ...body })).contact
    expect(await change({})).toBe(contact)
    expect(await change({ contact: 'あ'.repeat(100) })).toBe('あ'.repeat(100))
    expect(dataOf('inspections', await ask('GET', 'inspections'))).toContainEqual(
      expect.objectContaining({ id, contact: 'あ'.repeat(100) }),
    )
    for (const refused of ['あ'.repeat(101), '設備課\n03-1234-5678']) {
      const failure = failureOf(await ask('PUT', `inspection/${id}`, { name: '朝の点検', contact: refused }))
      expect(failure).toMatchObject({ code: 'validation_failed', issues: [{ path: 'contact' }] })
    }
    expect(await change({ contact: '' })).toBe('')
  })

  it('of another organization are not found', async () => {
    const { id } = await addInspection(test.deps.database, test.other.id)
    expect((await ask('PUT', `inspection/${id}`, { name: '乗っ取り' })).status).toBe(404)
  })
})

describe.each([
  ['meters-group', '同じ名前のメーターグループがあります'],
  ['inspection', '同じ名前の点検グループがあります'],
])('%s names', (path, message) => {
  const taken = { code: 'validation_failed', issues: [{ path: 'name', message }] }
  const rename = (id: number, name: string) => ask('PUT', `${path}/${id}`, { name })
  const added = async (name: string) => {
    const answer = await ask('POST', path, { name })
    return path === 'inspection' ? dataOf('createInspection', answer) : dataOf('createGroup', answer)
  }

  it('tell rows apart: an equal one is refused, whatever its width and case', async () => {
    await added('Ａ棟 ポンプ')
    const refused = await ask('POST', path, { name: 'a棟 ﾎﾟﾝﾌﾟ' })
    expect(refused.status).toBe(400)
    expect(failureOf(refused)).toMatchObject(taken)
    const other = await added('B棟')
    expect(failureOf(await rename(other.id, 'A棟 ポンプ'))).toMatchObject(taken)
    expect((await rename(other.id, 'Ｂ棟')).status).toBe(200)
  })

  it('sent twice at once make one row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('POST', path, { name: '同時登録' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  })

  it('are neither empty nor longer than 100 characters', async () => {
    expect((await ask('POST', path, { name: '  ' })).status).toBe(400)
    expect((await ask('POST', path, { name: 'あ'.repeat(101) })).status).toBe(400)
  })

  it('may be those of another organization', async () => {
    const add = path === 'inspection' ? addInspection : addGroup
    await add(test.deps.database, test.other.id, { name: '他社と同じ' })
    expect((await added('他社と同じ')).name).toBe('他社と同じ')
  })
})
