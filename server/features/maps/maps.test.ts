// Covers docs/requirements.md: 409, 410, 416, 417, 419

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addMapArea, addMapPin } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { auditEntries } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const image = Buffer.from(photograph).toString('base64')

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  test.ask(method, `/api/v1/${path}`, { as: test.own.general, ...(body && { body }) })

const added = async (fields: object = {}) =>
  dataOf('createMap', await ask('POST', 'map', { name: '1階', image_base64: image, ...fields }))

const pinned = async (mapId: number, fields: object = {}) =>
  dataOf(
    'createMapPin',
    await ask('POST', 'map-pin/create', {
      name: 'ポンプ室',
      map_id: mapId,
      xratio: 0.25,
      yratio: 0.5,
      type: 0,
      ...fields,
    }),
  )

const camera = (name = 'カメラ') => addDevice(test.deps.database, test.own.id, { name, type: 2 })

const put = async (deviceId: number, pinId: number | null) =>
  dataOf('updateDevice', await ask('PUT', `device/${deviceId}`, { map_pin_id: pinId }))

const auditOf = (noun: string, subjectId: number) =>
  test.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.noun, noun), eq(auditEntries.subjectId, subjectId)))
      .orderBy(auditEntries.id),
  )

describe('a map', () => {
  it('is added with its picture, area and size, changed, and shown with its pins', async () => {
    const area = dataOf('createMapArea', await ask('POST', 'map-area', { name: '第一工場' }))
    expect(area).toMatchObject({ description: '', organization_id: test.own.id })
    const map = await added({ map_area_id: area.id })
    expect(map).toMatchObject({ width: 64, height: 48, description: '', map_area_id: area.id, map_pins: [] })
    expect((await test.ask('GET', map.image)).status).toBe(200)
    test.advance(60_000)
    const pin = await pinned(map.id)
    const shown = dataOf('map', await ask('GET', `map/${map.id}`))
    expect(shown.map_pins).toEqual([pin])
    expect(Date.parse(shown.updated_at)).toBeGreaterThan(Date.parse(map.updated_at))
    const changed = await ask('PUT', `map/${map.id}`, { name: '地下1階', map_area_id: null })
    expect(dataOf('updateMap', changed)).toMatchObject({
      name: '地下1階',
      map_area_id: null,
      map_pins: [pin],
    })
    expect(
      (await auditOf('map', map.id)).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ['create', {}, expect.objectContaining({ name: '1階', map_area_id: area.id })],
      ['update', { name: '1階', map_area_id: area.id }, { name: '地下1階', map_area_id: null }],
    ])
  })

  it.each([
    ['name', 400, { name: ' ' }],
    ['description', 400, { description: 'あ'.repeat(101) }],
    ['image_base64', 415, { image_base64: 'bm8gcGljdHVyZQ==' }],
    ['map_area_id', 400, { map_area_id: 999_999 }],
  ])('with a wrong %s is refused, with the field named', async (path, status, fields) => {
    const answer = await ask('POST', 'map', { name: '1階', image_base64: image, ...fields })
    expect(answer.status).toBe(status)
    expect(failureOf(answer).issues).toMatchObject([{ path }])
  })

  it('is not put into an area of another organization', async () => {
    const area = await addMapArea(test.deps.database, test.other.id)
    const answer = await ask('POST', 'map', { name: '1階', image_base64: image, map_area_id: area.id })
    expect(answer.status).toBe(400)
  })

  it('deleted goes with its pins; the devices on them stay', async () => {
    const map = await added()
    const pin = await pinned(map.id)
    const { id } = await camera()
    await put(id, pin.id)
    expect((await ask('DELETE', `map/${map.id}`)).status).toBe(200)
    expect((await ask('GET', `map/${map.id}`)).status).toBe(404)
    expect((await ask('GET', `map-pin/${pin.id}`)).status).toBe(404)
    expect(dataOf('device', await ask('GET', `device/${id}`)).map_pin).toBeNull()
    expect((await auditOf('map', map.id)).at(-1)).toMatchObject({
      action: 'delete',
      before: { name: '1階', pins: ['ポンプ室'], devices: [id] },
    })
  })

  it('stays, without an area, where its area is deleted', async () => {
    const area = dataOf('createMapArea', await ask('POST', 'map-area', { name: '旧工場' }))
    const map = await added({ map_area_id: area.id })
    expect((await ask('DELETE', `map-area/${area.id}`)).status).toBe(200)
    expect(dataOf('mapAreas', await ask('GET', 'map-areas')).map(({ id }) => id)).not.toContain(area.id)
    expect(dataOf('map', await ask('GET', `map/${map.id}`)).map_area_id).toBeNull()
  })
})

describe('a pin', () => {
  it('is moved and renamed; what is not sent stays', async () => {
    const map = await added()
    const pin = await pinned(map.id)
    const moved = dataOf('updateMapPin', await ask('PUT', `map-pin/${pin.id}`, { xratio: 1, yratio: 0 }))
    expect(moved).toMatchObject({ name: 'ポンプ室', type: 0, xratio: 1, yratio: 0 })
    const named = dataOf('updateMapPin', await ask('PUT', `map-pin/${pin.id}`, { name: '北', type: 1 }))
    expect(named).toMatchObject({ name: '北', type: 1, xratio: 1, yratio: 0 })
    expect((await auditOf('map-pin', pin.id)).map(({ after }) => after)).toEqual([
      expect.objectContaining({ name: 'ポンプ室' }),
      { xratio: 1, yratio: 0 },
      { name: '北', type: 1 },
    ])
    expect(dataOf('mapPins', await ask('GET', 'map-pins'))).toContainEqual(named)
  })

  it.each([
    ['xratio', { xratio: 1.01 }],
    ['yratio', { yratio: -0.01 }],
    ['type', { type: 2 }],
    ['name', { name: '' }],
  ])('is not placed with a wrong %s', async (path, fields) => {
    const map = await added()
    const body = { name: '北', map_id: map.id, xratio: 0.5, yratio: 0.5, type: 0, ...fields }
    const answer = await ask('POST', 'map-pin/create', body)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues).toMatchObject([{ path }])
  })

  it('has the devices that are put on it, and a deleted one again when it is restored', async () => {
    const map = await added()
    const pin = await pinned(map.id)
    const { id } = await camera('入口のカメラ')
    expect((await put(id, pin.id)).map_pin).toEqual({ id: pin.id, map_id: map.id })
    const devices = async () => dataOf('mapPin', await ask('GET', `map-pin/${pin.id}`)).devices
    expect(await devices()).toEqual([{ id, name: '入口のカメラ', type: 2, status: expect.any(Number) }])
    await ask('DELETE', `device/${id}`, { delete: true })
    expect(await devices()).toEqual([])
    await ask('PUT', `device/${id}`, { deleted_at: null })
    expect(await devices()).toHaveLength(1)
    expect((await put(id, null)).map_pin).toBeNull()
    expect(await devices()).toEqual([])
    expect(
      (await auditOf('device', id))
        .filter(({ action }) => action === 'update')
        .map(({ before, after }) => [before, after]),
    ).toEqual([
      [{ map_pin_id: null }, { map_pin_id: pin.id }],
      [{ map_pin_id: pin.id }, { map_pin_id: null }],
    ])
  })

  it('deleted leaves its devices without a pin, however many are put on it meanwhile', async () => {
    const map = await added()
    const pin = await pinned(map.id)
    const cameras = await Promise.all(Array.from({ length: 6 }, () => camera()))
    const answers = await Promise.all([
      ...cameras.map(({ id }) => ask('PUT', `device/${id}`, { map_pin_id: pin.id })),
      ask('DELETE', `map-pin/${pin.id}`),
    ])
    expect(answers.at(-1)?.status).toBe(200)
    for (const answer of answers) expect([200, 400]).toContain(answer.status)
    const all = dataOf('devices', await ask('GET', 'devices'))
    expect(all.filter(({ map_pin }) => map_pin?.id === pin.id)).toEqual([])
  })

  it('of another organization takes no device', async () => {
    const { database } = test.deps
    const theirs = dataOf(
      'createMap',
      await test.ask('POST', '/api/v1/map', {
        as: test.other.general,
        body: { name: '他社', image_base64: image },
      }),
    )
    const pin = await addMapPin(database, test.other.id, { mapId: theirs.id })
    const { id } = await camera()
    const answer = await ask('PUT', `device/${id}`, { map_pin_id: pin.id })
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'map_pin_id' }] })
  })
})
