import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addDevice, addMeter } from '../../../tests/support/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const list = async (query = '') =>
  dataOf('devices', await test.ask('GET', `/api/v1/devices${query}`, { as: test.own.general }))
const rename = (id: number, name: string) =>
  test.ask('PUT', `/api/v1/device/${id}`, { as: test.own.general, body: { name } })

describe('devices', () => {
  it('are listed by name with the meters that they measure, of one type when asked, without deleted ones', async () => {
    const { database } = test.deps
    const of = { organizationId: test.own.id }
    const phone = await addDevice(database, of.organizationId, { name: 'い スマホ', type: 5 })
    const camera = await addDevice(database, of.organizationId, {
      name: 'あ カメラ',
      type: 0,
      status: 2,
      batteryPer: 12,
      lastDbmRecorded: -71,
      lastCommunicatedAt: new Date('2026-11-20T00:00:00Z'),
    })
    await addDevice(database, of.organizationId, { deletedAt: new Date() })
    await addDevice(database, test.other.id, { type: 0 })
    const second = await addMeter(database, of.organizationId, { name: 'No.2', deviceId: camera.id })
    const first = await addMeter(database, of.organizationId, { name: 'No.1', deviceId: camera.id })
    const all = await list()
    expect(all.map(({ id, meters }) => ({ id, meters: meters.map((meter) => meter.id) }))).toEqual([
      { id: camera.id, meters: [first.id, second.id] },
      { id: phone.id, meters: [] },
    ])
    expect(all[0]).toMatchObject({
      type: 0,
      status: 2,
      battery_per: 12,
      last_dbm_recorded: -71,
      last_communicated_at: '2026-11-20T09:00:00.000+09:00',
    })
    expect((await list('?type=5')).map(({ id }) => id)).toEqual([phone.id])
    expect(await list('?type=9')).toEqual([])
    expect(await list('?type=999999999999999')).toEqual([])
  })

  it('take another name, but none that is empty or longer than 100 characters, and not once they are deleted', async () => {
    const { id } = await addDevice(test.deps.database, test.own.id)
    expect(dataOf('updateDevice', await rename(id, '屋上カメラ'))).toMatchObject({ id, name: '屋上カメラ' })
    for (const name of ['', '　', 'あ'.repeat(101)]) {
      const refused = await rename(id, name)
      expect(refused.status).toBe(400)
      expect(failureOf(refused).issues?.[0]?.path).toBe('name')
    }
    const gone = await addDevice(test.deps.database, test.own.id, { deletedAt: new Date() })
    expect((await rename(gone.id, '屋上カメラ')).status).toBe(404)
  })
})
