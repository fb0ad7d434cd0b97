import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { apiKeys } from '../../db/schema.ts'
import { isoInZone } from '../../time-zone.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({
    hasStoppedClock: true,
    settings: { PUBLIC_URL: 'https://kenshin.example.com' },
  })
})
afterAll(() => test.close())

const minute = 60_000

async function addCamera() {
  const serial = `KS-${randomUUID()}`
  const { id } = await addDevice(test.deps.database, test.own.id, { type: 2, serialNumber: serial })
  const path = `/api/v1/device/${id}`
  const keyIn = async (as = test.own.admin) =>
    dataOf('deviceCredentials', await test.ask('GET', `${path}/key`, { as })).key
  return {
    id,
    path,
    renew: (body: object, as = test.own.admin) => test.ask('POST', `${path}/key`, { as, body }),
    keyIn,
    expiryShown: async () =>
      dataOf('device', await test.ask('GET', path, { as: test.own.general })).key_expire_at,
    async heartbeat() {
      const key = await keyIn()
      const headers = { apikey: `${key?.access_key}:${key?.secret_key}`, 'device-serial': serial }
      return test.ask('POST', '/api/v1/device-api/heartbeat', { headers, body: {} })
    },
  }
}

/** A time as the API takes and as it returns it. */
function localTime(at: number) {
  const iso = isoInZone('Asia/Tokyo', new Date(at))
  return { sent: iso.slice(0, 19).replace('T', ' '), returned: iso }
}
/** A minute from now, in whole seconds. */
const soon = () => Math.floor((test.deps.clock().getTime() + minute) / 1000) * 1000

describe("the expiry of a device's own key", () => {
  it('is chosen when the key is created, and shown with the key and the device', async () => {
    const camera = await addCamera()
    const expiry = localTime(soon())
    const { key } = dataOf('renewDeviceKey', await camera.renew({ expire_at: expiry.sent }))
    expect(key?.expire_at).toBe(expiry.returned)
    expect((await camera.keyIn())?.expire_at).toBe(expiry.returned)
    expect(await camera.expiryShown()).toBe(expiry.returned)
    const listed = dataOf('devices', await test.ask('GET', '/api/v1/devices', { as: test.own.general }))
    expect(listed.find(({ id }) => id === camera.id)?.key_expire_at).toBe(expiry.returned)
  })

  it.each([{}, { expire_at: null }])('is removed when an expiring key is renewed with %j', async (body) => {
    const camera = await addCamera()
    await camera.renew({ expire_at: localTime(soon()).sent })
    expect(dataOf('renewDeviceKey', await camera.renew(body)).key?.expire_at).toBeNull()
    expect(await camera.expiryShown()).toBeNull()
  })

  it('ends the calls of the device, which shows why as its last rejection', async () => {
    const camera = await addCamera()
    const expiry = soon()
    await camera.renew({ expire_at: localTime(expiry).sent })
    test.advance(expiry - test.deps.clock().getTime() - 1)
    expect((await camera.heartbeat()).status).toBe(200)
    test.advance(1)
    const refused = await camera.heartbeat()
    expect([refused.status, failureOf(refused).code]).toEqual([401, 'key_expired'])
    const rejections = async () => {
      const answer = await test.ask('GET', `${camera.path}/connection`, { as: test.own.general })
      return dataOf('deviceConnection', answer).rejections
    }
    await expect.poll(rejections).toMatchObject([
      {
        path: '/api/v1/device-api/heartbeat',
        code: 'key_expired',
        message: 'APIキーの有効期限が切れています。',
      },
    ])
    expect((await camera.keyIn())?.expire_at).toBe(localTime(expiry).returned)
    expect((await camera.renew({})).status).toBe(201)
    expect((await camera.heartbeat()).status).toBe(200)
  })

  it('keeps an expired key out of configuration files', async () => {
    const camera = await addCamera()
    const keyInFile = async () => {
      const body = { device_id: camera.id }
      const file = await test.ask('POST', '/api/v1/auth/child-device/download', { as: test.own.admin, body })
      expect(file.status).toBe(200)
      return (file.json as { api_key: { access_key: string } | null }).api_key?.access_key ?? null
    }
    await camera.renew({ expire_at: localTime(soon()).sent })
    expect(await keyInFile()).toBe((await camera.keyIn())?.access_key)
    test.advance(minute)
    expect(await keyInFile()).toBeNull()
  })

  it('has to exist and be in the future; otherwise the field is named and the key stays', async () => {
    const camera = await addCamera()
    await camera.renew({})
    const { sent: now } = localTime(test.deps.clock().getTime())
    const refused = async (expireAt: string) => {
      const answer = await camera.renew({ expire_at: expireAt })
      return [answer.status, failureOf(answer).issues]
    }
    expect(await refused(now)).toEqual([
      400,
      [{ path: 'expire_at', message: '今より後の日時を指定してください' }],
    ])
    expect(await refused('2099-02-30 00:00:00')).toEqual([
      400,
      [{ path: 'expire_at', message: '日時が正しくありません' }],
    ])
    expect((await camera.heartbeat()).status).toBe(200)
  })

  it('is set by administrators of the organization only', async () => {
    const camera = await addCamera()
    await camera.renew({})
    const body = { expire_at: '2099-12-31 23:59:59' }
    expect((await camera.renew(body, test.own.general)).status).toBe(403)
    expect((await camera.renew(body, test.other.admin)).status).toBe(404)
    expect(await camera.expiryShown()).toBeNull()
  })

  it('is recorded in the audit', async () => {
    const camera = await addCamera()
    const expiry = soon()
    await camera.renew({ expire_at: localTime(expiry).sent })
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ after: object }>(
        sql`select after from audit_entries where noun = 'key' and action = 'create' order by id desc limit 1`,
      ),
    )
    expect(rows[0]?.after).toMatchObject({
      device_id: camera.id,
      expire_at: new Date(expiry).toISOString(),
    })
  })

  it('is refused by the database if it is not after the creation of the key', async () => {
    const camera = await addCamera()
    await camera.renew({})
    const stored = test.deps.database.asSystem((tx) =>
      tx
        .update(apiKeys)
        .set({ expireAt: sql`${apiKeys.createdAt}` })
        .where(eq(apiKeys.deviceId, camera.id)),
    )
    await expect(stored).rejects.toMatchObject({ cause: { constraint: 'api_keys_own_expiry' } })
  })
})
