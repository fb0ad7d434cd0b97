// Covers docs/requirements.md: 114, 145, 155, 203, 213, 231, 232, 534, 550, 566, 579, 586

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addDevice,
  addGroup,
  addInspection,
  addMeter,
  addReading,
} from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import {
  boxes,
  dials,
  meterCalls,
  pins,
  plainPicture,
  scale,
} from '../../../tests/support/server/meter-calls.ts'
import { memberships } from '../../db/schema.ts'

let test: TestApp
let calls: ReturnType<typeof meterCalls>
let image: string
beforeAll(async () => {
  test = await createTestApp()
  calls = meterCalls(test)
  image = await plainPicture('#204060')
})
afterAll(() => test.close())

describe('the list of meters', () => {
  it('shows each with its device and its latest reading by measured time, and only one’s own', async () => {
    const { database } = test.deps
    const device = await addDevice(database, test.own.id, { name: 'カメラ 1', type: 2 })
    const meter = await addMeter(database, test.own.id, { name: '圧力', deviceId: device.id })
    const empty = await addMeter(database, test.own.id, { name: '温度' })
    await addMeter(database, test.other.id, { name: '他社' })
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
    await addReading(database, meter, { value: 0.2, createdAt: at(1) })
    const latest = await addReading(database, meter, { value: 0.9, isAbnormal: true, createdAt: at(3) })
    await addReading(database, meter, { value: 0.3, createdAt: at(2) })
    await addReading(database, meter, { value: 0.4, createdAt: at(4), deletedAt: at(5) })
    const rows = dataOf('meters', await test.ask('GET', '/api/v1/meters', { as: test.own.general }))
    expect(rows.find(({ id }) => id === meter.id)).toMatchObject({
      device: { id: device.id, name: 'カメラ 1', type: 2, status: 1 },
      last_reading: {
        id: latest.id,
        value: 0.9,
        is_abnormal: true,
        is_unsure: false,
        read_state: null,
        created_at: '2026-11-20T12:00:00.000+09:00',
        thumbnail: null,
      },
    })
    expect(rows.find(({ id }) => id === empty.id)).toMatchObject({
      device: null,
      last_reading: null,
      evidence: [],
    })
    expect(rows.every(({ organization_id }) => organization_id === test.own.id)).toBe(true)
  })

  it('has the reasons of a latest reading without a value', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await addReading(database, meter, { value: null, isAbnormal: true, reasons: ['loop broken'] })
    expect((await calls.one(meter.id)).last_reading).toMatchObject({ value: null, reasons: ['loop broken'] })
  })

  it('says of a latest reading that the reader was not sure of it, until a person has confirmed it', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    const read = { valueSource: 'reader', readState: 1, source: 'camera' } as const
    const reading = await addReading(database, meter, { ...read, value: 0.7, confidence: 0.7 })
    expect((await calls.one(meter.id)).last_reading).toMatchObject({ is_unsure: true, read_state: 1 })
    await test.ask('PUT', `/api/v1/meter-value/${reading.id}`, {
      as: test.own.general,
      body: { value: 0.7 },
    })
    expect((await calls.one(meter.id)).last_reading).toMatchObject({ value: 0.7, is_unsure: false })
  })
})

describe('is_cumulative of a display', () => {
  it('follows the unit and the measuring range until 積算 is set', async () => {
    const { json } = await test.ask('GET', '/api/v1/meters-units', { as: test.own.general })
    const rows = (json as { data: { id: number; name: string }[] }).data
    const unit = (name: string) => rows.find((row) => row.name === name)?.id
    const display = { meter_category_id: 3, meter_unit_id: unit('kWh') }
    const { id, ...created } = dataOf('createMeter', await calls.create(display))
    expect(created).toMatchObject({ cumulative_mode: 'auto', is_cumulative: true })
    const isCumulativeAfter = async (change: object) => {
      await calls.update(id, change)
      return (await calls.one(id)).is_cumulative
    }
    expect(await isCumulativeAfter({ start_value: 0, end_value: 100 })).toBe(false)
    expect(await isCumulativeAfter({ cumulative_mode: 'yes' })).toBe(true)
    expect(await isCumulativeAfter({ start_value: null, end_value: null, cumulative_mode: 'no' })).toBe(false)
    expect(await isCumulativeAfter({ cumulative_mode: 'auto', meter_unit_id: unit('MPa') })).toBe(false)
    expect(await isCumulativeAfter({ meter_category_id: 4 })).toBe(true)
    const { json: audit } = await test.ask('GET', `/api/v1/audit-entries?noun=meter`, { as: test.own.admin })
    expect(JSON.stringify(audit)).toContain('"cumulative_mode":"yes"')
  })
})

describe('what the next photograph of a meter may be held against', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
  const read = { valueSource: 'reader', readState: 1, source: 'camera' } as const

  it('is what people confirmed and what the reader was sure of, newest first', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    const add = (given: Parameters<typeof addReading>[2]) => addReading(database, meter, given)
    await add({ value: 1, createdAt: at(1) })
    await add({ ...read, value: 2, confidence: 0.95, createdAt: at(2) })
    await add({ ...read, value: 3, confidence: 0.7, createdAt: at(3) })
    await add({ ...read, value: 4, confidence: 0.7, valueSource: 'accepted', createdAt: at(4) })
    await add({
      ...read,
      value: 5,
      confidence: 0.95,
      advice: { seen: 6, because: ['runs up'] },
      createdAt: at(5),
    })
    await add({ value: null, createdAt: at(6) })
    await add({ value: 7, createdAt: at(7), deletedAt: at(8) })
    expect((await calls.one(meter.id)).evidence).toEqual([
      { value: 4, created_at: '2026-11-20T13:00:00.000+09:00' },
      { value: 2, created_at: '2026-11-20T11:00:00.000+09:00' },
      { value: 1, created_at: '2026-11-20T10:00:00.000+09:00' },
    ])
  })

  it('is looked for among its latest eight readings only', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await addReading(database, meter, { value: 1, createdAt: at(1) })
    for (let hour = 2; hour < 10; hour++) {
      await addReading(database, meter, { ...read, value: hour, confidence: 0.7, createdAt: at(hour) })
    }
    expect((await calls.one(meter.id)).evidence).toEqual([])
  })
})

describe('registering a meter', () => {
  it('keeps every field and the reference picture', async () => {
    const { database } = test.deps
    const fields = {
      device_id: (await addDevice(database, test.own.id)).id,
      meter_group_id: (await addGroup(database, test.own.id)).id,
      inspection_id: (await addInspection(database, test.own.id)).id,
      start_value: 0,
      end_value: 1,
      emergency_start_value: 0.8,
      emergency_end_value: 0.9,
      settings: scale,
      area: '0.1:0.1,0.9:0.9',
      pins,
      analog_settings: '3:0:400',
      read_line_index: 2,
      cumulative_mode: 'yes',
      multiplier: 60,
    }
    const answer = await calls.create({ ...fields, image_base64: image })
    expect(answer.status).toBe(201)
    const meter = dataOf('createMeter', answer)
    expect(meter).toMatchObject(fields)
    const shown = await test.ask('GET', meter.image ?? '')
    expect(Buffer.from(shown.bytes).toString('base64')).toBe(image)
    const reference = await test.ask('GET', meter.reference ?? '')
    expect(reference.headers['content-type']).toBe('image/webp')
  })

  it.each([boxes, `${boxes},${dials}`])('keeps the boxes and dials of a counter: %s', async (settings) => {
    const answer = await calls.create({ meter_category_id: 4, digit_number: 4, decimal_point: 2, settings })
    expect(answer.status).toBe(201)
    expect(dataOf('createMeter', answer).settings).toBe(settings)
  })

  it.each([
    ['device_id', addDevice],
    ['meter_group_id', addGroup],
    ['inspection_id', addInspection],
  ] as const)('refuses a %s of another organization as one that does not exist', async (field, add) => {
    const { id } = await add(test.deps.database, test.other.id)
    for (const reference of [id, 999_999_999]) {
      const answer = await calls.create({ [field]: reference })
      expect(answer.status).toBe(400)
      expect(failureOf(answer)).toMatchObject({ code: 'reference_unknown', issues: [{ path: field }] })
    }
  })

  it.each(['meter_unit_id', 'meter_category_id'])('refuses an unknown %s', async (field) => {
    expect(failureOf(await calls.create({ [field]: 999 }))).toMatchObject({
      code: 'reference_unknown',
      issues: [{ path: field }],
    })
  })

  it('refuses a device that was deleted', async () => {
    const { id } = await addDevice(test.deps.database, test.own.id, { deletedAt: new Date() })
    expect(failureOf(await calls.create({ device_id: id })).issues?.[0]?.path).toBe('device_id')
  })

  it.each<[string, object, string]>([
    ['a range with one bound', { start_value: 1 }, 'end_value'],
    ['a range upside down', { start_value: 5, end_value: 1.6 }, 'end_value'],
    [
      'an abnormal range upside down',
      { emergency_start_value: 130, emergency_end_value: 120 },
      'emergency_end_value',
    ],
    ['an abnormal range with one bound', { emergency_end_value: 1 }, 'emergency_start_value'],
    ['more decimals than digits', { digit_number: 3, decimal_point: 4 }, 'decimal_point'],
    ['a line below the first', { read_line_index: -1 }, 'read_line_index'],
    ['a line between two', { read_line_index: 1.5 }, 'read_line_index'],
    ['a line that no display has', { read_line_index: 100 }, 'read_line_index'],
    ['a scale that does not parse', { settings: 'abc' }, 'settings'],
    ['boxes for a needle', { settings: boxes }, 'settings'],
    ['a scale for a counter', { meter_category_id: 4, settings: scale }, 'settings'],
    [
      'dials of a counter that leave out a decimal place',
      { meter_category_id: 4, decimal_point: 3, settings: `${boxes},${dials.replace(':0.01', ':0.001')}` },
      'settings',
    ],
    [
      'dials for a display',
      { meter_category_id: 3, decimal_point: 2, settings: `${boxes},${dials}` },
      'settings',
    ],
    [
      'other decimals than those of the finest dial',
      { meter_category_id: 4, digit_number: 4, decimal_point: 1, settings: `${boxes},${dials}` },
      'decimal_point',
    ],
    ['settings for a level', { meter_category_id: 5, settings: scale }, 'settings'],
    ['pins for a counter', { meter_category_id: 4, pins }, 'pins'],
    ['a read position outside the picture', { area: '0.1:0.1,1.2:0.9' }, 'area'],
    [
      'a limit beyond any value',
      { emergency_start_value: 1e303, emergency_end_value: null },
      'emergency_start_value',
    ],
    ['AI boost in an organization without it', { use_ai_boost: true }, 'use_ai_boost'],
  ])('refuses %s and names the field', async (_what, body, path) => {
    const answer = await calls.create(body)
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'validation_failed', issues: [{ path }] })
  })
})

describe('a change of one bound', () => {
  it.each([
    ['start_value', { start_value: 1.5 }],
    ['end_value', { end_value: -1 }],
    ['emergency_start_value', { emergency_start_value: 1.5 }],
    ['emergency_end_value', { emergency_end_value: 0.5 }],
  ])('that would put what is stored upside down is refused: %s', async (path, body) => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const answer = await calls.update(meter.id, body)
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'validation_failed', issues: [{ path }] })
  })

  it('is judged by what another one at the same moment has stored', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, { startValue: 0, endValue: 10 })
    const answers = await Promise.all([
      calls.update(meter.id, { start_value: 6 }),
      calls.update(meter.id, { end_value: 4 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('to what the other bound is already is none upside down', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    expect((await calls.update(meter.id, { emergency_start_value: 1 })).status).toBe(200)
  })
})

describe('one meter', () => {
  it('says who changed it last, while that person belongs to the organization', async () => {
    const { id } = await addMeter(test.deps.database, test.own.id)
    const path = `/api/v1/meters/${id}`
    const one = async () => dataOf('meter', await test.ask('GET', path, { as: test.own.general }))
    expect((await one()).updated_by).toBeNull()
    const colleague = await buildUser(test.deps.database, test.own)
    const change = async (as: { idToken: string }, place_note: string) =>
      expect((await test.ask('PUT', path, { as, body: { place_note } })).status).toBe(200)
    await change(test.own.admin, '1階')
    await change(await test.signIn(colleague), '2階')
    expect((await one()).updated_by).toEqual({ id: colleague.id, username: colleague.username })
    await test.deps.database.asSystem((tx) =>
      tx.delete(memberships).where(eq(memberships.userId, colleague.id)),
    )
    expect((await one()).updated_by).toBeNull()
  })
})
