// Covers docs/requirements.md: 610

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { deviceReports, pictures } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const hour = 3_600_000
const noon = Date.parse('2026-11-20T12:00:00+09:00')
const sha256 = (n: number) => String(n).padStart(64, '0')

/** A camera with a picture each hour from noon on, and signs of life between them. */
async function addCamera(count: number) {
  const { database } = test.deps
  const camera = await addDevice(database, test.own.id, {
    type: 2,
    lastRecordedAt: count === 0 ? null : new Date(noon + (count - 1) * hour),
  })
  const hours = Array.from({ length: count }, (_, n) => n)
  const reports = await database.asSystem(async (tx) => {
    const report = (kind: 'picture' | 'heartbeat', at: number, pictureSha256: string | null) => {
      const createdAt = new Date(at)
      const { id: deviceId, organizationId } = camera
      return { organizationId, deviceId, kind, createdAt, receivedAt: createdAt, pictureSha256 }
    }
    const beats = [...hours, count].flatMap((n) =>
      Array.from({ length: 3 }, (_, beat) => report('heartbeat', noon + n * hour - beat - 1, null)),
    )
    await tx.insert(deviceReports).values(beats)
    if (count === 0) return []
    const rows = hours.map((n) => ({ sha256: sha256(n), organizationId: test.own.id }))
    const bytes = { mediaType: 'image/jpeg', length: 1, width: 1, height: 1 }
    await tx
      .insert(pictures)
      .values(rows.map((row) => ({ ...row, ...bytes })))
      .onConflictDoNothing()
    return tx
      .insert(deviceReports)
      .values(hours.map((n) => report('picture', noon + n * hour, sha256(n))))
      .returning()
  })
  return { camera, reports }
}
const ask = async (id: number, query = '') =>
  dataOf(
    'devicePictures',
    await test.ask('GET', `/api/v1/device/${id}/pictures${query}`, { as: test.own.general }),
  )

describe('what arrived last from a camera', () => {
  it('is the report that was received last, although an older one was stored after it', async () => {
    const { camera } = await addCamera(0)
    const report = (kind: 'analog' | 'heartbeat', at: number, received: number) => ({
      organizationId: camera.organizationId,
      deviceId: camera.id,
      kind,
      createdAt: new Date(at),
      receivedAt: new Date(received),
    })
    await test.deps.database.asSystem((tx) =>
      tx
        .insert(deviceReports)
        .values([
          report('heartbeat', noon - 5 * hour, noon + 2 * hour),
          report('analog', noon + hour, noon + hour),
        ]),
    )
    const connection = dataOf(
      'deviceConnection',
      await test.ask('GET', `/api/v1/device/${camera.id}/connection`, { as: test.own.general }),
    )
    expect(connection.last_arrival).toMatchObject({ kind: 'heartbeat', at: '2026-11-20T14:00:00.000+09:00' })
  })
})

describe('the last pictures of a camera', () => {
  it('come newest first, with what was read from them', async () => {
    const { camera, reports } = await addCamera(3)
    const [one, two] = [
      await addMeter(test.deps.database, test.own.id, { name: 'No.1', deviceId: camera.id }),
      await addMeter(test.deps.database, test.own.id, { name: 'No.2', deviceId: camera.id }),
    ]
    const reportId = reports[2]?.id ?? null
    const createdAt = new Date(noon + 2 * hour)
    await addReading(test.deps.database, two, {
      reportId,
      value: null,
      valueSource: 'reader',
      readState: 0,
      createdAt,
    })
    const reading = await addReading(test.deps.database, one, {
      reportId,
      value: 0.25,
      valueSource: 'reader',
      readState: 1,
      createdAt,
    })
    await addReading(test.deps.database, one, { reportId, deletedAt: new Date() })
    const found = await ask(camera.id)
    expect(found.map((picture) => picture.created_at)).toEqual([
      '2026-11-20T14:00:00.000+09:00',
      '2026-11-20T13:00:00.000+09:00',
      '2026-11-20T12:00:00.000+09:00',
    ])
    expect(found[0]?.readings).toEqual([
      {
        id: reading.id,
        meter_id: one.id,
        meter_name: 'No.1',
        value: 0.25,
        read_state: 1,
        created_at: '2026-11-20T14:00:00.000+09:00',
        is_time_unconfirmed: false,
      },
      expect.objectContaining({ meter_id: two.id, meter_name: 'No.2', value: null, read_state: 0 }),
    ])
    expect(found[1]?.readings).toEqual([])
    expect(found[0]?.image).toContain(`/${sha256(2)}/original?`)
    expect(found[0]?.thumbnail).toContain(`/${sha256(2)}/thumbnail?`)
  })

  it('have the time of their readings, with the mark until a person confirms or corrects it', async () => {
    const { camera, reports } = await addCamera(2)
    const meter = await addMeter(test.deps.database, test.own.id, { deviceId: camera.id })
    const { id } = await addReading(test.deps.database, meter, {
      reportId: reports[0]?.id ?? null,
      source: 'camera',
      deviceId: camera.id,
      valueSource: 'device',
      deviceValue: 0.5,
      timeMark: 'unconfirmed',
      createdAt: new Date(noon),
    })
    const times = async () =>
      (await ask(camera.id)).map(({ created_at, readings }) => [
        created_at,
        ...readings.map((reading) => [reading.created_at, reading.is_time_unconfirmed]),
      ])
    const [one, two] = ['2026-11-20T12:00:00.000+09:00', '2026-11-20T13:00:00.000+09:00']
    expect(await times()).toEqual([[two], [one, [one, true]]])
    await test.ask('PUT', `/api/v1/meter-value/${id}/measured-at`, {
      as: test.own.general,
      body: { created_at: '2026-11-20 13:30:00' },
    })
    const corrected = '2026-11-20T13:30:00.000+09:00'
    expect(await times()).toEqual([[corrected, [corrected, false]], [two]])
  })

  it('are as many as are asked for, and few when nobody says', async () => {
    const { camera } = await addCamera(20)
    expect(await ask(camera.id)).toHaveLength(12)
    expect(await ask(camera.id, '?limit=2')).toHaveLength(2)
    expect(await ask(camera.id, '?limit=0')).toEqual([])
    expect(await ask(camera.id, '?limit=999999')).toHaveLength(20)
  })

  it('are none where it has only shown that it lives', async () => {
    const { camera } = await addCamera(0)
    expect(await ask(camera.id)).toEqual([])
  })

  it('show the very last one in the list of devices', async () => {
    const [{ camera }, { camera: without }] = [await addCamera(2), await addCamera(0)]
    const list = dataOf('devices', await test.ask('GET', '/api/v1/devices', { as: test.own.general }))
    const of = (id: number) => list.find((device) => device.id === id)?.last_picture
    expect(of(camera.id)).toEqual({
      thumbnail: expect.stringContaining(`/${sha256(1)}/thumbnail?`),
      created_at: '2026-11-20T13:00:00.000+09:00',
    })
    expect(of(without.id)).toBeNull()
  })

  it('show the same one in the list of devices after the time of the latest was corrected to an earlier one', async () => {
    const { camera, reports } = await addCamera(2)
    const meter = await addMeter(test.deps.database, test.own.id, { deviceId: camera.id })
    const { id } = await addReading(test.deps.database, meter, {
      reportId: reports[1]?.id ?? null,
      source: 'camera',
      deviceId: camera.id,
      createdAt: new Date(noon + hour),
    })
    const pictureAt = async (time: string) => {
      const corrected = await test.ask('PUT', `/api/v1/meter-value/${id}/measured-at`, {
        as: test.own.general,
        body: { created_at: `2026-11-20 ${time}` },
      })
      expect(corrected.status).toBe(200)
      const device = dataOf(
        'device',
        await test.ask('GET', `/api/v1/device/${camera.id}`, { as: test.own.general }),
      )
      const [first] = await ask(camera.id)
      expect(device.last_picture).toEqual({ thumbnail: first?.thumbnail, created_at: first?.created_at })
      return device.last_picture
    }
    expect(await pictureAt('12:30:00')).toEqual({
      thumbnail: expect.stringContaining(`/${sha256(1)}/thumbnail?`),
      created_at: '2026-11-20T12:30:00.000+09:00',
    })
    expect(await pictureAt('11:30:00')).toEqual({
      thumbnail: expect.stringContaining(`/${sha256(0)}/thumbnail?`),
      created_at: '2026-11-20T12:00:00.000+09:00',
    })
  })
})
