// Covers docs/requirements.md: 2, 156, 244, 340, 358

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { deviceOutages, deviceSchedules } from '../../db/schema.ts'

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

  it('come with arrivals where they have a schedule, and with the outage while it lasts', async () => {
    const organizationId = test.own.id
    const silent = await addDevice(test.deps.database, organizationId, {
      type: 2,
      intervalCrons: '0 15 * * *',
    })
    const free = await addDevice(test.deps.database, organizationId, { type: 1 })
    const now = test.deps.clock().getTime()
    const outage = (ago: number, endedAt: Date | null) => {
      const since = new Date(now - ago)
      return {
        organizationId,
        deviceId: silent.id,
        since,
        noticedAt: since,
        cause: 'signal' as const,
        endedAt,
      }
    }
    await test.deps.database.asSystem(async (tx) => {
      await tx.insert(deviceOutages).values([outage(9_000_000, new Date(now)), outage(3_600_000, null)])
      await tx.insert(deviceSchedules).values({
        organizationId,
        deviceId: silent.id,
        from: new Date(now - 10 * 86_400_000),
        intervalCrons: '0 15 * * *',
      })
    })
    const all = await list()
    const found = all.find(({ id }) => id === silent.id)
    expect(found?.outage?.cause).toBe('signal')
    expect(Date.parse(found?.outage?.since ?? '')).toBe(now - 3_600_000)
    expect(found?.arrivals?.week.missing).toBeGreaterThanOrEqual(6)
    expect(found?.arrivals?.month.missing).toBeGreaterThanOrEqual(9)
    expect(all.filter(({ id }) => id === silent.id)).toHaveLength(1)
    expect(all.find(({ id }) => id === free.id)).toMatchObject({ outage: null, arrivals: null })
  })

  it('take as many queries however many they are', async () => {
    const { prototype } = pg.Client
    const { query } = prototype
    const queries = async () => {
      let sent = 0
      prototype.query = function (this: pg.Client, ...given: unknown[]) {
        // Others go on in the background.
        const [asked] = given as [string | { text: string }]
        if ((typeof asked === 'string' ? asked : asked.text).includes('device')) sent += 1
        return Reflect.apply(query, this, given)
      } as typeof query
      await list()
      prototype.query = query
      return sent
    }
    const few = await queries()
    const add = (n: number) =>
      addDevice(test.deps.database, test.own.id, { type: 2, intervalCrons: '0 15 * * *', name: `多 ${n}` })
    for (let n = 0; n < 30; n++) await add(n)
    expect(await queries()).toBe(few)
    expect(few).toBeGreaterThan(2)
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
