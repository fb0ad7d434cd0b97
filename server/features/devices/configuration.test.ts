import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addDevice, addKey } from '../../../tests/support/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/data.ts'
import type { devices } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ settings: { PUBLIC_URL: 'https://kenshin.example/' } })
})
afterAll(() => test.close())

const add = (given: Partial<typeof devices.$inferInsert> = {}, organizationId = test.own.id) =>
  addDevice(test.deps.database, organizationId, { type: 2, accessHash: 'hash', ...given })
const qr = (id: number, as = test.own.admin) => test.ask('GET', `/api/v1/device-qr/${id}`, { as })
const download = (kind: 'child' | 'parent', device_id: number, as = test.own.admin) =>
  test.ask('POST', `/api/v1/auth/${kind}-device/download`, {
    as,
    body: { device_id, organization_id: test.own.id },
  })

describe('the QR code of a device', () => {
  it('holds where it registers, and what it proves itself by', async () => {
    const { id } = await add({ serialNumber: 'Q-1' })
    const { value } = dataOf('deviceQr', await qr(id))
    expect(JSON.parse(value)).toEqual({
      server_url: 'https://kenshin.example',
      serial_number: 'Q-1',
      access_hash: 'hash',
    })
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

  it('has the newest key for devices that is valid, of the own organization', async () => {
    const { own, other, deps } = test
    const now = deps.clock().getTime()
    const of = (type: 0 | 1, createdAt: number, more: object = {}) =>
      addKey(deps, own.id, own.admin.id, { type, createdAt: new Date(createdAt), ...more })
    await of(1, now - 3000)
    const newest = await of(1, now - 2000)
    await of(1, now - 1000, { expireAt: new Date(now - 1) })
    await of(1, now - 500, { deletedAt: new Date(now) })
    await of(0, now)
    await addKey(deps, other.id, other.admin.id, { type: 1, createdAt: new Date(now) })
    const { id } = await add({ type: 4 })
    expect((await download('child', id)).json).toMatchObject({
      api_key: { access_key: newest.accessKey, secret_key: 'secret' },
    })
  })

  it('of a router has the devices behind it, without deleted ones', async () => {
    const router = await add({ type: 1, serialNumber: 'R-1' })
    const behind = { parentDeviceId: router.id }
    const one = await add({ ...behind, name: 'No.1', serialNumber: 'R-3' })
    const other = await add({ ...behind, name: 'No.2', serialNumber: 'R-2', type: 4, accessHash: null })
    await add({ ...behind, deletedAt: new Date() })
    const answer = await download('parent', router.id)
    expect(answer.json).toMatchObject({ server_url: 'https://kenshin.example', serial_number: 'R-1' })
    const behindIt = [
      { device_id: one.id, name: 'No.1', type: 2, serial_number: 'R-3', access_hash: 'hash' },
      { device_id: other.id, name: 'No.2', type: 4, serial_number: 'R-2', access_hash: null },
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
