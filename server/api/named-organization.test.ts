import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addDevice } from '../../tests/support/server/builders.ts'
import { dataOf } from '../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('a call that names another organization', () => {
  it('acts in it for a system administrator, where the call allows that, and shows no other', async () => {
    const theirs = await addDevice(test.deps.database, test.other.id, { name: '他社のカメラ', type: 2 })
    const ours = await addDevice(test.deps.database, test.own.id, { name: '自社のカメラ', type: 2 })
    const path = `/api/v1/devices?organization_id=${test.other.id}`
    const ids = dataOf('devices', await test.ask('GET', path, { as: test.own.system })).map(({ id }) => id)
    expect(ids).toContain(theirs.id)
    expect(ids).not.toContain(ours.id)
    const deleting = await test.ask(
      'DELETE',
      `/api/v1/device/${theirs.id}?organization_id=${test.other.id}`,
      { as: test.own.system, body: {} },
    )
    expect(dataOf('deleteDevice', deleting).deleted_at).not.toBeNull()
  })

  it('is refused to everybody else, and where the call does not allow it', async () => {
    const path = `/api/v1/devices?organization_id=${test.other.id}`
    for (const as of [test.own.general, test.own.admin]) {
      expect((await test.ask('GET', path, { as })).status).toBe(403)
    }
    const body = { name: '乗っ取り', organization_id: test.other.id }
    const group = await test.ask('POST', '/api/v1/meters-group', { as: test.own.system, body })
    expect(group.status).toBe(403)
  })

  it('is not found where there is no such organization, and refused in a parameter that the call does not have', async () => {
    const as = test.own.system
    expect((await test.ask('GET', '/api/v1/devices?organization_id=999999', { as })).status).toBe(404)
    const body = { serial_number: 'KS-1', name: 'カメラ', type: 2, organization_id: test.own.id }
    const path = `/api/v1/device/create?organization_id=${test.other.id}`
    expect((await test.ask('POST', path, { as, body })).status).toBe(400)
  })
})
