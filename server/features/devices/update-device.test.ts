// Covers docs/requirements.md: 321, 333, 334, 340, 341, 347, 357, 358, 359, 360, 367, 392

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceStatus, serialNumberRule } from '../../../contract/devices.ts'
import type { SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { deviceOutages, deviceSchedules, devices } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const add = (given: Partial<typeof devices.$inferInsert> = {}) =>
  addDevice(test.deps.database, test.own.id, { type: 2, intervalCrons: '0 15 * * *', ...given })
const update = (id: number, body: object, as: SignedInUser = test.own.general) =>
  test.ask('PUT', `/api/v1/device/${id}`, { as, body })
const updated = async (...asked: Parameters<typeof update>) => dataOf('updateDevice', await update(...asked))
const refused = async (status: number, ...asked: Parameters<typeof update>) => {
  const answer = await update(...asked)
  expect(answer.status).toBe(status)
  return failureOf(answer).issues?.map(({ path }) => path)
}
const remove = (id: number, as: SignedInUser = test.own.general) =>
  test.ask('DELETE', `/api/v1/device/${id}`, { as, body: { delete: true } })

describe('any user', () => {
  it('changes what a camera does, and what is not sent stays', async () => {
    const { id } = await add({ name: '前', isFlash: true })
    test.advance(60_000)
    const body = {
      name: '屋上カメラ',
      resolution_type: 2,
      heartbeat_time: 7200,
      is_next_af: true,
      is_buzzer: true,
      allow_time_drift: 60,
      interval_crons: '30 9 * * 1',
    }
    const changed = await updated(id, body)
    expect(changed).toMatchObject({ ...body, is_flash: true, serial_number: expect.any(String) })
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(changed.created_at))
    expect(await updated(id, { heartbeat_time: null })).toMatchObject({ ...body, heartbeat_time: null })
  })

  it.each([
    ['name', ''],
    ['name', 'あ'.repeat(101)],
    ['resolution_type', 3],
    ['resolution_type', null],
    ['heartbeat_time', 3599],
    ['heartbeat_time', 5400],
    ['heartbeat_time', 90_000],
    ['allow_time_drift', 59],
    ['allow_time_drift', 86_401],
    ['allow_time_drift', 60.5],
    ['is_flash', 1],
    ['interval_crons', null],
    ['interval_crons', '0 15 31 2 *'],
    ['interval_crons', '0 15 * *'],
    ['deleted_at', '2026-11-22'],
    ['type', 0],
    ['access_hash', 'x'],
    ['organization_id', 1],
  ])('does not get %s = %j past its bounds', async (path, value) => {
    const { id } = await add()
    expect(await refused(400, id, { [path]: value }, test.own.system)).toEqual([path])
  })

  it('meets no device of another organization, whatever the role', async () => {
    const { id } = await addDevice(test.deps.database, test.other.id)
    for (const as of [test.own.general, test.own.system]) {
      await refused(404, id, { name: '乗っ取り', status: 1 }, as)
      expect((await remove(id, as)).status).toBe(404)
      for (const path of [
        `device/${id}`,
        `device/${id}/errors`,
        `device-history/${id}`,
        `device/${id}/pictures`,
      ]) {
        expect((await test.ask('GET', `/api/v1/${path}`, { as })).status, path).toBe(404)
      }
    }
  })
})

describe('by role', () => {
  it('the status is changed by administrators', async () => {
    const { id } = await add({ status: 3 })
    expect(await refused(403, id, { status: deviceStatus.working })).toEqual(['status'])
    expect(await updated(id, { status: deviceStatus.working }, test.own.admin)).toMatchObject({ status: 1 })
  })

  it('the serial number is changed by system administrators, to one that is free', async () => {
    const { id } = await add({ serialNumber: 'A-1' })
    await add({ serialNumber: 'A-2' })
    for (const as of [test.own.general, test.own.admin]) {
      expect(await refused(403, id, { serial_number: 'A-3' }, as)).toEqual(['serial_number'])
    }
    expect(await refused(409, id, { serial_number: 'A-2' }, test.own.system)).toEqual(['serial_number'])
    expect((await updated(id, { serial_number: 'A-3' }, test.own.system)).serial_number).toBe('A-3')
  })

  it('the serial number is changed only to what a header can carry, and an earlier one stays editable', async () => {
    const { id } = await add({ serialNumber: '検針-5', isSerialCaseSensitive: true })
    const { system } = test.own
    const answer = await update(id, { serial_number: '検針-6' }, system)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues).toEqual([{ path: 'serial_number', message: serialNumberRule }])
    const named = { serial_number: '検針-5', name: '屋上カメラ' }
    expect(await updated(id, named, system)).toMatchObject(named)
    expect((await updated(id, { serial_number: 'KS-5' }, system)).serial_number).toBe('KS-5')
    const [row] = await test.deps.database.asSystem((tx) =>
      tx.select().from(devices).where(eq(devices.id, id)),
    )
    expect(row).toMatchObject({ serialNumber: 'KS-5', isSerialCaseSensitive: false })
  })

  it('trial mode is switched by system administrators, on and off', async () => {
    const { id } = await add()
    for (const as of [test.own.general, test.own.admin]) {
      expect(await refused(403, id, { interval_crons: '*/10 * * * *' }, as)).toEqual(['interval_crons'])
    }
    expect(await updated(id, { interval_crons: '*/10 * * * *' }, test.own.system)).toMatchObject({
      interval_crons: '*/10 * * * *',
    })
    expect(await refused(403, id, { interval_crons: '0 9 * * *' }, test.own.admin)).toEqual([
      'interval_crons',
    ])
    expect((await updated(id, { interval_crons: '0 9 * * *' }, test.own.system)).interval_crons).toBe(
      '0 9 * * *',
    )
  })

  it('the interval of an analog unit is changed by any user', async () => {
    const { id } = await add({ type: 4, intervalCrons: '*/5 * * * *' })
    expect((await updated(id, { interval_crons: '*/15 * * * *' })).interval_crons).toBe('*/15 * * * *')
    expect(await refused(400, id, { interval_crons: '0 9 * * *' })).toEqual(['interval_crons'])
  })

  it('what is sent as it stands is no change', async () => {
    const { id } = await add({ status: 3, serialNumber: 'A-4', intervalCrons: '*/5 * * * *' })
    const sent = { name: '新しい名前', status: 3, serial_number: 'A-4', interval_crons: '*/5 * * * *' }
    expect(await updated(id, sent)).toMatchObject(sent)
  })

  it('a communication error is a state of cameras', async () => {
    const router = await add({ type: 1, intervalCrons: null })
    expect(await refused(400, router.id, { status: 5 }, test.own.admin)).toEqual(['status'])
    const camera = await add({ type: 0 })
    expect(await updated(camera.id, { status: 5 }, test.own.admin)).toMatchObject({ status: 5 })
  })
})

it('a schedule that the editor cannot show stays as it is', async () => {
  const odd = '5 9 1-7 * 1#1,  0 0 1 1 *'
  const { id } = await add({ intervalCrons: odd })
  expect((await updated(id, { name: '新しい名前', interval_crons: odd })).interval_crons).toBe(odd)
  const unit = await add({ type: 4, intervalCrons: '*/7 * * * *' })
  expect((await updated(unit.id, { interval_crons: '*/7 * * * *' })).interval_crons).toBe('*/7 * * * *')
})

it('another schedule is watched from then on', async () => {
  const made = dataOf(
    'createDevice',
    await test.ask('POST', '/api/v1/device/create', {
      as: test.own.admin,
      body: { serial_number: 'W-1', name: 'カメラ', type: 2, interval_crons: '0 15 * * *' },
    }),
  )
  await updated(made.id, { name: '同じ予定' })
  await updated(made.id, { interval_crons: '0 7 * * *' })
  const kept = await test.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(deviceSchedules)
      .where(eq(deviceSchedules.deviceId, made.id))
      .orderBy(deviceSchedules.id),
  )
  expect(kept.map(({ intervalCrons }) => intervalCrons)).toEqual(['0 15 * * *', '0 7 * * *'])
})

describe('a deleted device', () => {
  it('is hidden from the list unless asked for, is shown by its id, and takes no change', async () => {
    const { id } = await add()
    const gone = dataOf('deleteDevice', await remove(id))
    expect(gone.deleted_at).not.toBeNull()
    expect(gone.next_due_at).toBeNull()
    // Once more changes nothing.
    test.advance(60_000)
    expect(dataOf('deleteDevice', await remove(id)).deleted_at).toBe(gone.deleted_at)
    const ids = async (query: string) =>
      dataOf('devices', await test.ask('GET', `/api/v1/devices${query}`, { as: test.own.general })).map(
        (device) => device.id,
      )
    expect(await ids('')).not.toContain(id)
    expect(await ids('?merge_deleted=0')).not.toContain(id)
    expect(await ids('?merge_deleted=1')).toContain(id)
    expect((await test.ask('GET', `/api/v1/device/${id}`, { as: test.own.general })).status).toBe(200)
    await refused(404, id, { name: '新しい名前' })
  })

  it('ends its outage, and is watched again when it is restored', async () => {
    const { id } = await add({ status: 5 })
    const since = new Date(test.deps.clock().getTime() - 86_400_000)
    await test.deps.database.asSystem((tx) =>
      tx
        .insert(deviceOutages)
        .values({ organizationId: test.own.id, deviceId: id, since, noticedAt: since, cause: 'battery' }),
    )
    const silent = dataOf('device', await test.ask('GET', `/api/v1/device/${id}`, { as: test.own.general }))
    expect(silent.outage).toMatchObject({ cause: 'battery' })
    expect(Date.parse(silent.outage?.since ?? '')).toBe(since.getTime())
    expect(dataOf('deleteDevice', await remove(id)).outage).toBeNull()
    const back = await updated(id, { deleted_at: null })
    expect(back).toMatchObject({ deleted_at: null, outage: null })
    expect(back.next_due_at).not.toBeNull()
  })

  it('is not restored while another has its serial number', async () => {
    const { id } = await add({ serialNumber: 'B-1' })
    await remove(id)
    const other = await add({ serialNumber: 'B-1' })
    expect(await refused(409, id, { deleted_at: null })).toEqual(['serial_number'])
    await remove(other.id)
    expect((await updated(id, { deleted_at: null })).deleted_at).toBeNull()
  })

  it('leaves its meters as they are, and they are still to be edited', async () => {
    const { id } = await add()
    const meter = await addMeter(test.deps.database, test.own.id, { deviceId: id })
    await remove(id)
    const edit = (body: object) =>
      test.ask('PUT', `/api/v1/meters/${meter.id}`, { as: test.own.general, body })
    const kept = dataOf('updateMeter', await edit({ name: '新しい名前', device_id: id }))
    expect(kept).toMatchObject({ name: '新しい名前', device_id: id, device: null })
    // But none is linked to it anew.
    const other = await add()
    await edit({ device_id: other.id })
    const answer = await edit({ device_id: id })
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues?.map(({ path }) => path)).toEqual(['device_id'])
  })
})

it('changes of devices are told to those who look at them', async () => {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute(
      sql`select tgname from pg_trigger where tgrelid = 'devices'::regclass and not tgisinternal order by 1`,
    ),
  )
  expect(rows).toEqual([
    { tgname: 'notify_delete' },
    { tgname: 'notify_insert' },
    { tgname: 'notify_update' },
  ])
})
