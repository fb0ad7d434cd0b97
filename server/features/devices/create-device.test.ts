// Covers docs/requirements.md: 349, 352, 360, 368

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceStatus, deviceType } from '../../../contract/devices.ts'
import { buildOrganization, buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { deviceSchedules, devices, organizations, plans } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const wifiCamera = { type: deviceType.wifiCamera, interval_crons: '0 15 * * *' }
const create = (given: object = {}, as = test.own.admin) =>
  test.ask('POST', '/api/v1/device/create', {
    as,
    body: { serial_number: randomUUID(), name: 'ポンプ室カメラ', ...wifiCamera, ...given },
  })
const pathsOf = (answer: Awaited<ReturnType<typeof create>>) =>
  failureOf(answer).issues?.map(({ path }) => path)

describe('a new device', () => {
  it('waits to start, with its schedule, its settings as usual and a hash to prove itself by', async () => {
    const answer = await create({ serial_number: ' KS-1 ', interval_crons: ' 0 9 * * 1,30 18 15 * * ' })
    expect(answer.status).toBe(201)
    const made = dataOf('createDevice', answer)
    expect(made).toMatchObject({
      name: 'ポンプ室カメラ',
      serial_number: 'KS-1',
      type: deviceType.wifiCamera,
      status: deviceStatus.waiting,
      organization_id: test.own.id,
      interval_crons: '0 9 * * 1,30 18 15 * *',
      resolution_type: null,
      heartbeat_time: null,
      is_next_af: false,
      is_buzzer: false,
      is_flash: false,
      allow_time_drift: 180,
      count: 0,
      meters: [],
      outage: null,
      last_picture: null,
      deleted_at: null,
    })
    expect(answer.text).not.toContain('hash')
    const [row] = await test.deps.database.asSystem((tx) =>
      tx.select().from(devices).where(eq(devices.id, made.id)),
    )
    expect(row?.accessHash).toMatch(/^[0-9a-f]{32}$/)
  })

  it('has its schedule watched from then on', async () => {
    const made = dataOf('createDevice', await create())
    expect(made.next_due_at).toMatch(/T15:00:00.000\+09:00$/)
    const kept = await test.deps.database.asSystem((tx) =>
      tx.select().from(deviceSchedules).where(eq(deviceSchedules.deviceId, made.id)),
    )
    expect(kept).toMatchObject([{ intervalCrons: '0 15 * * *', organizationId: test.own.id }])
  })

  it('keeps the hash that it was given', async () => {
    const { id } = dataOf('createDevice', await create({ access_hash: 'known' }))
    const [row] = await test.deps.database.asSystem((tx) =>
      tx.select().from(devices).where(eq(devices.id, id)),
    )
    expect(row?.accessHash).toBe('known')
  })

  it('is made by administrators only, in their own organization', async () => {
    expect((await create({}, test.own.general)).status).toBe(403)
    expect((await create({ organization_id: test.other.id })).status).toBe(403)
  })

  it('that is a phone has nothing to start', async () => {
    const made = dataOf('createDevice', await create({ type: deviceType.mobile, interval_crons: null }))
    expect(made).toMatchObject({ status: deviceStatus.working, interval_crons: null, next_due_at: null })
  })
})

describe('the schedule', () => {
  it.each([
    ['a SIM camera', deviceType.simCamera, '0 15 * * *,15 3 1 * *'],
    ['a WiFi camera, as the editor does not show it', deviceType.wifiCamera, '7 9-17/2 * * 1-5'],
    ['an analog unit', deviceType.analogInput, '*/3 * * * *'],
    ['an analog unit each hour', deviceType.analogInput, '0 * * * *'],
    ['a router', deviceType.wifiRouter, null],
    ['a repeater', deviceType.wifiRepeater, undefined],
    ['a phone', deviceType.mobile, ''],
  ])('of %s is taken', async (_what, type, interval_crons) => {
    const made = dataOf('createDevice', await create({ type, interval_crons }))
    expect(made.interval_crons).toBe(interval_crons || null)
  })

  it.each([
    ['of a camera is missing', deviceType.wifiCamera, null],
    ['of a camera is empty', deviceType.simCamera, '  '],
    ['of an analog unit is missing', deviceType.analogInput, undefined],
    ['of an analog unit is no fixed interval', deviceType.analogInput, '0 15 * * *'],
    ['of an analog unit is every 2 minutes', deviceType.analogInput, '*/2 * * * *'],
    ['of a router is none that it can keep', deviceType.wifiRouter, '0 15 * * *'],
    ['of a phone is none that it can keep', deviceType.mobile, '0 15 * * *'],
    ['is no cron expression', deviceType.wifiCamera, 'every day'],
    ['has six fields', deviceType.wifiCamera, '0 0 15 * * *'],
    ['has an hour 25', deviceType.wifiCamera, '0 25 * * *'],
    ['is never due', deviceType.wifiCamera, '0 15 30 2 *'],
    ['has a part that is never due', deviceType.wifiCamera, '0 15 * * *, 0 15 31 4 *'],
    ['has 21 parts', deviceType.wifiCamera, Array.from({ length: 21 }, (_, n) => `${n} 9 1 * *`).join(', ')],
  ])('%s: refused at its field', async (_what, type, interval_crons) => {
    const answer = await create({ type, interval_crons })
    expect(answer.status).toBe(400)
    expect(failureOf(answer).code).toBe('validation_failed')
    expect(pathsOf(answer)).toEqual(['interval_crons'])
  })

  it('at short intervals is for system administrators', async () => {
    const trial = { interval_crons: '*/5 * * * *' }
    const refused = await create(trial)
    expect(refused.status).toBe(403)
    expect(pathsOf(refused)).toEqual(['interval_crons'])
    expect(dataOf('createDevice', await create(trial, test.own.system)).interval_crons).toBe('*/5 * * * *')
  })
})

describe('what is required', () => {
  it.each([
    ['serial_number', { serial_number: ' ' }],
    ['serial_number', { serial_number: 'x'.repeat(101) }],
    ['name', { name: '' }],
    ['name', { name: 'あ'.repeat(101) }],
    ['type', { type: 6 }],
    ['interval_crons', { interval_crons: `${'0 15 * * *,'.repeat(91)}0 15 * * *` }],
    ['access_hash', { access_hash: 'x'.repeat(101) }],
    ['status', { status: 1 }],
  ])('%s is refused by its name in %j', async (path, given) => {
    const answer = await create(given)
    expect(answer.status).toBe(400)
    expect(pathsOf(answer)).toEqual([path])
  })
})

describe('the router that a camera stands behind', () => {
  it.each([deviceType.wifiRouter, deviceType.wifiRepeater])('is one of type %d', async (type) => {
    const { id } = await addDevice(test.deps.database, test.own.id, { type })
    expect(dataOf('createDevice', await create({ parent_device_id: id })).parent_device_id).toBe(id)
  })

  it.each([
    ['another camera', () => addDevice(test.deps.database, test.own.id, { type: 2 })],
    ['deleted', () => addDevice(test.deps.database, test.own.id, { type: 1, deletedAt: new Date() })],
    ['of another organization', () => addDevice(test.deps.database, test.other.id, { type: 1 })],
    ['nowhere', async () => ({ id: 999_999_999 })],
  ])('is not %s', async (_what, add) => {
    const { id } = await add()
    const answer = await create({ parent_device_id: id })
    expect(answer).toMatchObject({ status: 400, json: { code: 'reference_unknown' } })
    expect(pathsOf(answer)).toEqual(['parent_device_id'])
  })
})

describe('a serial number', () => {
  it('is that of one live device, of whichever organization', async () => {
    await addDevice(test.deps.database, test.own.id, { serialNumber: 'SN-1' })
    await addDevice(test.deps.database, test.other.id, { serialNumber: 'SN-2' })
    for (const serial_number of ['SN-1', ' SN-2']) {
      const answer = await create({ serial_number })
      expect(answer).toMatchObject({ status: 409, json: { code: 'serial_number_taken' } })
      expect(pathsOf(answer)).toEqual(['serial_number'])
    }
  })

  it('is free again when its device is deleted', async () => {
    await addDevice(test.deps.database, test.own.id, { serialNumber: 'SN-3', deletedAt: new Date() })
    expect((await create({ serial_number: 'SN-3' })).status).toBe(201)
  })

  it('sent several times at once makes one device', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ serial_number: 'SN-4' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

describe('the plan', () => {
  /** An administrator of an organization with this plan. */
  async function adminWith(plan: Partial<typeof plans.$inferInsert>) {
    const { database } = test.deps
    const organization = await buildOrganization(database)
    await database.asSystem(async (tx) => {
      const [made] = await tx
        .insert(plans)
        .values({ name: randomUUID(), type: 1, ...plan })
        .returning()
      await tx.update(organizations).set({ planId: made?.id }).where(eq(organizations.id, organization.id))
    })
    return test.signIn(await buildUser(database, organization, { role: 1 }))
  }
  const phone = { type: deviceType.mobile, interval_crons: null }
  const messagesOf = async (answer: ReturnType<typeof create>) => {
    const failed = await answer
    expect(failed.status).toBe(403)
    const { code, issues } = failureOf(failed)
    expect(code).toBe('plan_refused')
    return issues
  }

  it('without devices refuses all but phones, and says who can change it', async () => {
    const admin = await adminWith({ allowDevices: false })
    for (const type of [0, 1, 2, 3, 4]) {
      const interval_crons = type === 4 ? '0 * * * *' : type % 2 === 0 ? '0 15 * * *' : null
      expect(await messagesOf(create({ type, interval_crons }, admin))).toEqual([
        {
          path: 'type',
          message:
            'ご契約のプランでは、端末（カメラ・ルーター・アナログ入力）の登録は許可されていません（0台）。変更できるのはシステム管理者です',
        },
      ])
    }
    expect((await create(phone, admin)).status).toBe(201)
  })

  it('without phones refuses those only', async () => {
    const admin = await adminWith({ allowMobiles: false })
    expect(await messagesOf(create(phone, admin))).toEqual([
      {
        path: 'type',
        message:
          'ご契約のプランでは、モバイル端末の登録は許可されていません（0台）。変更できるのはシステム管理者です',
      },
    ])
    expect((await create({}, admin)).status).toBe(201)
  })

  it('has a number of phones that is kept to, however many are added at once', async () => {
    const admin = await adminWith({ limitMobileCount: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(phone, admin)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(await messagesOf(create(phone, admin))).toEqual([
      {
        path: 'type',
        message:
          'ご契約のプランでは、モバイル端末の上限は3台です（登録済み3台）。変更できるのはシステム管理者です',
      },
    ])
    expect((await create({}, admin)).status).toBe(201)
    // A deleted phone makes room, which it finds taken when it is restored.
    const [first] = answers.filter(({ status }) => status === 201).map((made) => dataOf('createDevice', made))
    const path = `/api/v1/device/${first?.id}`
    expect((await test.ask('DELETE', path, { as: admin, body: {} })).status).toBe(200)
    expect((await create(phone, admin)).status).toBe(201)
    await messagesOf(test.ask('PUT', path, { as: admin, body: { deleted_at: null } }))
  })
})
