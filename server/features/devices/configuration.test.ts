// Covers docs/requirements.md: 338, 363, 364

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addKey } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import type { devices } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example/' } })
})
afterAll(() => test.close())

const add = (given: Partial<typeof devices.$inferInsert> = {}, organizationId = test.own.id) =>
  addDevice(test.deps.database, organizationId, { type: 2, accessHash: 'hash', ...given })
const qr = (id: number, as = test.own.admin, query = '') =>
  test.ask('GET', `/api/v1/device-qr/${id}${query}`, { as })
const download = (
  kind: 'child' | 'parent',
  device_id: number,
  as = test.own.admin,
  picked: { key_id?: number } = {},
) =>
  test.ask('POST', `/api/v1/auth/${kind}-device/download`, {
    as,
    body: { device_id, ...picked, organization_id: test.own.id },
  })

describe('the QR code of a device', () => {
  it('holds where it registers, and what it proves itself by', async () => {
    const { id } = await add({ serialNumber: 'Q-1' })
    const { value } = dataOf('deviceQr', await qr(id))
    expect(JSON.parse(value)).toEqual({
      server_url: 'https://kenshin.example',
      serial_number: 'Q-1',
      access_hash: 'hash',
      api_key: null,
    })
  })

  it("holds the device's own key, else the one for all devices that the administrator picks", async () => {
    const { deps, own } = test
    const shared = await addKey(deps, own.id, own.admin.id, { type: 1 })
    const { id } = await add()
    const keyIn = async (query = '') =>
      JSON.parse(dataOf('deviceQr', await qr(id, test.own.admin, query)).value).api_key
    expect(await keyIn()).toBeNull()
    expect(await keyIn(`?key_id=${shared.id}`)).toEqual({
      access_key: shared.accessKey,
      secret_key: 'secret',
    })
    const key = await addKey(deps, own.id, null, { type: 1, deviceId: id })
    expect(await keyIn(`?key_id=${shared.id}`)).toEqual({ access_key: key.accessKey, secret_key: 'secret' })
  })

  it('is for administrators, of live devices of their own organization', async () => {
    expect((await qr((await add()).id, test.own.general)).status).toBe(403)
    expect((await qr((await add({}, test.other.id)).id)).status).toBe(404)
    expect((await qr((await add({ deletedAt: new Date() })).id)).status).toBe(404)
  })

  it('says so where nobody knows the server’s address', async () => {
    const bare = await createTestApp()
    const { id } = await addDevice(bare.deps.database, bare.own.id, { type: 2 })
    const asked = { as: bare.own.admin, headers: { host: 'somewhere.example' } }
    expect(await bare.ask('GET', `/api/v1/device-qr/${id}`, asked)).toMatchObject({
      status: 409,
      json: { code: 'public_url_missing' },
    })
    await bare.close()
  })
})

describe('the configuration file', () => {
  it('of a camera is named after organization and device, and has all that it needs but the network', async () => {
    const { id } = await add({ serialNumber: 'C-1' })
    const answer = await download('child', id)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${test.own.code}_${id}.json"`,
      'cache-control': 'no-store',
    })
    expect(answer.json).toEqual({
      server_url: 'https://kenshin.example',
      serial_number: 'C-1',
      access_hash: 'hash',
      wifi: { ssid: '', password: '' },
      api_key: null,
    })
  })

  it("has the device's own key, else the key for all devices that the administrator picks", async () => {
    const { own, other, deps } = test
    const shared = await addKey(deps, own.id, own.admin.id, { type: 1 })
    const { id } = await add({ type: 4 })
    const keyOf = async (picked?: number) => {
      const answer = await download('child', id, own.admin, picked === undefined ? {} : { key_id: picked })
      return answer.status === 200 ? (answer.json as { api_key: unknown }).api_key : failureOf(answer).issues
    }
    expect(await keyOf()).toBeNull()
    expect(await keyOf(shared.id)).toEqual({ access_key: shared.accessKey, secret_key: 'secret' })
    const now = deps.clock()
    const refused = [
      await addKey(deps, own.id, own.admin.id, { type: 1, expireAt: new Date(now.getTime() - 1) }),
      await addKey(deps, own.id, own.admin.id, { type: 1, deletedAt: now }),
      await addKey(deps, own.id, own.admin.id, { type: 0 }),
      await addKey(deps, own.id, null, { type: 1, deviceId: (await add()).id }),
      await addKey(deps, other.id, other.admin.id, { type: 1 }),
    ]
    for (const key of refused) {
      expect(await keyOf(key.id)).toEqual([{ path: 'key_id', message: 'キーが見つかりません' }])
    }
    const key = await addKey(deps, own.id, null, { type: 1, deviceId: id })
    expect(await keyOf(shared.id)).toEqual({ access_key: key.accessKey, secret_key: 'secret' })
  })

  it('of a router has the devices behind it, without deleted ones', async () => {
    const router = await add({ type: 1, serialNumber: 'R-1' })
    const behind = { parentDeviceId: router.id }
    const one = await add({ ...behind, name: 'No.1', serialNumber: 'R-3' })
    const other = await add({ ...behind, name: 'No.2', serialNumber: 'R-2', type: 4, accessHash: null })
    await add({ ...behind, deletedAt: new Date() })
    const key = await addKey(test.deps, test.own.id, null, { type: 1, deviceId: one.id })
    const answer = await download('parent', router.id)
    expect(answer.json).toMatchObject({ server_url: 'https://kenshin.example', serial_number: 'R-1' })
    const behindIt = [
      {
        device_id: one.id,
        name: 'No.1',
        type: 2,
        serial_number: 'R-3',
        access_hash: 'hash',
        api_key: { access_key: key.accessKey, secret_key: 'secret' },
      },
      {
        device_id: other.id,
        name: 'No.2',
        type: 4,
        serial_number: 'R-2',
        access_hash: null,
        api_key: null,
      },
    ]
    expect(answer.json).toMatchObject({ devices: behindIt })
    const repeater = await add({ type: 3 })
    expect((await download('parent', repeater.id)).json).toMatchObject({ devices: [] })
  })

  it('is refused for the other kind of device', async () => {
    for (const [kind, types] of [
      ['child', [1, 3, 5]],
      ['parent', [0, 2, 4, 5]],
    ] as const) {
      for (const type of types) {
        const { id } = await add({ type })
        const answer = await download(kind, id)
        expect(answer.status, `${kind} ${type}`).toBe(400)
        expect(failureOf(answer).issues?.map(({ path }) => path)).toEqual(['device_id'])
      }
    }
  })

  it('is for administrators, of live devices of their own organization', async () => {
    expect((await download('child', (await add()).id, test.own.general)).status).toBe(403)
    expect((await download('child', (await add({ deletedAt: new Date() })).id)).status).toBe(404)
    expect((await download('child', (await add({}, test.other.id)).id)).status).toBe(404)
  })
})
