// Covers docs/requirements.md: 43, 535, 586, 597

import { once } from 'node:events'
import { request } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addDevice,
  addGroup,
  addInspection,
  addMeter,
  addPicture,
  addReading,
} from '../../../tests/support/server/builders.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import type { Session } from '../../api/call.ts'
import { units } from '../../db/schema.ts'
import { exportReadings } from './export-readings.ts'

let test: TestApp
let origin: string
beforeAll(async () => {
  test = await createTestApp()
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())

const get = (query: string, as = test.own.general) =>
  test.ask('GET', `/api/v1/meters-values/export?${query}`, { as })
const sessionOf = ({ id, general }: TestApp['own']) => ({ organizationId: id, userId: general.id }) as Session
const linesOf = (text: string) => text.slice(1).split('\r\n').slice(0, -1)

/** More than several fetches of the cursor. */
async function addMany(meterId: number, count: number): Promise<void> {
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      select ${test.own.id}, ${meterId}, i, 'entered', 'entry', false, timestamptz '2026-11-01 00:00+09' + i * interval '1 minute'
      from generate_series(1, ${count}) as i`),
  )
}

describe('an export', () => {
  it('is a file for Excel: mark of UTF-8, Japanese heads, names, local times, numbers as the meter writes them', async () => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id, { name: '動力, 空調' })
    const inspection = await addInspection(database, test.own.id, { name: '朝の"巡回"' })
    const device = await addDevice(database, test.own.id, { name: '@入口のカメラ' })
    const meter = await addMeter(database, test.own.id, {
      name: '=1+1',
      decimalPoint: 2,
      meterGroupId: group.id,
      inspectionId: inspection.id,
    })
    const times = {
      createdAt: new Date('2026-11-19T15:00:00.9Z'),
      updatedAt: new Date('2026-11-20T03:04:05Z'),
    }
    const { id } = await addReading(database, meter, {
      ...times,
      source: 'camera',
      valueSource: 'device',
      value: -5.5,
      isAbnormal: true,
      readValue: -5.4,
      deviceValue: -5.5,
      ocr: '-5.50',
      degree: -12.25,
      confidence: 0.5,
      deviceId: device.id,
    })
    const empty = await addReading(database, meter, { ...times, value: null })
    const answer = await get(`meter_ids=${meter.id}&sort_type=asc`)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'row-count': '2',
      'cache-control': 'no-store',
    })
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(
      /^attachment; filename="readings_[\d-]{10}\.csv"; filename\*=UTF-8''検針データ_[\d-]{10}\.csv$/,
    )
    expect(answer.text.startsWith('\uFEFF')).toBe(true)
    expect(linesOf(answer.text)).toEqual([
      'メーター名,測定値,単位,測定日時,メーター種別,メーターグループ,点検グループ,異常,OCR,DEGREE,信頼度,測定端末,更新日時,ID,確認,修正,登録者,使用量,使用量の備考,読取値,端末の値,測定日時の備考,積算,状態',
      `'=1+1,-5.50,MPa,2026-11-20 00:00:00,円形アナログ,"動力, 空調","朝の""巡回""",異常,-5.50,-12.25,0.5,'@入口のカメラ,2026-11-20 12:04:05,${id},,,,,,-5.40,-5.50,,,端末の値`,
      `'=1+1,,MPa,2026-11-20 00:00:00,円形アナログ,"動力, 空調","朝の""巡回""",正常,,,,手入力,2026-11-20 12:04:05,${empty.id},,,,,,,,,,データ無し`,
    ])
  })

  it.each([
    ['a typed value is 手入力', { source: 'entry', valueSource: 'entered' }, '手入力'],
    ['a typed value that was corrected is 手入力', { source: 'entry', valueSource: 'corrected' }, '手入力'],
    ['a picture that was added by hand is empty', { source: 'entry', valueSource: 'reader' }, ''],
    ['a corrected value of a camera is the camera', { source: 'camera', valueSource: 'corrected' }, 'カメラ'],
  ] as const)('the device of %s', async (_what, of, device) => {
    const { database } = test.deps
    const { id: deviceId } = await addDevice(database, test.own.id, { name: 'カメラ' })
    const meter = await addMeter(database, test.own.id, { deviceId })
    await addReading(database, meter, { ...of, deviceId })
    const { text } = await get(`meter_ids=${meter.id}`)
    expect(linesOf(text)[1]?.split(',')[11]).toBe(device)
  })

  it.each([
    ['a display of energy', 'kWh', { meterCategoryId: 3 }, 'する'],
    ['a display of energy set to しない', 'kWh', { meterCategoryId: 3, cumulativeMode: 'no' }, 'しない'],
    ['a display of energy with a measuring range', 'kWh', { meterCategoryId: 3, endValue: 9 }, 'しない'],
    ['a display of pressure', 'MPa', { meterCategoryId: 3 }, 'しない'],
    ['a counter', 'MPa', { meterCategoryId: 4 }, 'する'],
    ['a gauge', 'kWh', {}, ''],
  ] as const)('says whether %s counts up', async (_what, name, fields, text) => {
    const { database } = test.deps
    const [unit] = await database.asSystem((tx) => tx.select().from(units).where(eq(units.name, name)))
    const meter = await addMeter(database, test.own.id, {
      ...fields,
      meterUnitId: unit?.id ?? 0,
      ...(!('endValue' in fields) && { startValue: null, endValue: null }),
    })
    await addReading(database, meter)
    const answer = await get(`meter_ids=${meter.id}`)
    expect(linesOf(answer.text).map((line) => line.split(',').at(-2))).toEqual(['積算', text])
  })

  it('rounds values as the screens do', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, { name: '丸め', decimalPoint: 2 })
    const free = await addMeter(database, test.own.id, { name: '桁なし', decimalPoint: null })
    let minute = 0
    const add = (to: typeof meter, value: number) =>
      addReading(database, to, { createdAt: new Date(Date.UTC(2026, 10, 20, 0, minute++)), value })
    for (const value of [0.425, 1.005, -0.425, 123456789012.125]) await add(meter, value)
    for (const value of [0.425, 1e-7, 1234567.25]) await add(free, value)
    const { text } = await get(`meter_ids=${meter.id},${free.id}&sort_type=asc`)
    expect(
      linesOf(text)
        .slice(1)
        .map((line) => line.split(',')[1]),
    ).toEqual(['0.43', '1.01', '-0.43', '123456789012.13', '0.425', '0', '1234567.25'])
  })

  it('says which values wait on a person or on the reader, which were corrected, and who registered them', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, { name: 'ポンプ' })
    const read = { valueSource: 'reader', source: 'phone', readState: 1, confidence: 0.6 } as const
    const createdByUserId = test.own.general.id
    let minute = 0
    const add = (given: Parameters<typeof addReading>[2]) =>
      addReading(database, meter, { createdAt: new Date(Date.UTC(2026, 10, 20, 0, minute++)), ...given })
    await add({ ...read, createdByUserId })
    await add({ ...read, isAbnormal: true })
    await add({ ...read, confidence: 0.95 })
    // Earlier readings made it another value than the picture gives.
    await add({ ...read, confidence: 0.95, advice: { seen: 0.1, because: [] } })
    await add({ ...read, value: null, readState: 0, confidence: null })
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    await add({ ...read, value: null, readState: 3, confidence: null, pictureSha256 })
    await add({ ...read, valueSource: 'device', deviceValue: 0.5, reasons: ['device differs'] })
    await add({ ...read, readValue: 0.4, valueSource: 'corrected', createdByUserId })
    const device = { source: 'camera', valueSource: 'device', deviceValue: 0.5 } as const
    await add({ ...device, timeMark: 'arrival' })
    await add({ ...device, timeMark: 'unconfirmed' })
    const { text } = await get(`meter_ids=${meter.id}&sort_type=asc`)
    const told = linesOf(text)
      .slice(1)
      .map((line) => line.split(','))
      .map((cells) => [cells[7], ...cells.slice(14, 17), cells[21], cells[23]])
    expect(told).toEqual([
      ['要確認', '要確認', '', test.own.general.username, '', '要確認'],
      ['異常', '要確認', '', '', '', '要確認'],
      ['正常', '', '', '', '', '読取済'],
      ['要確認', '要確認', '', '', '', '要確認'],
      ['読取中', '', '', '', '', '読取中'],
      ['設定待ち', '', '', '', '', '設定待ち'],
      ['要確認', '要確認', '', '', '', '要確認'],
      ['正常', '', '修正済', test.own.general.username, '', '修正済'],
      ['正常', '', '', '', '受信時刻', '端末の値'],
      ['要確認', '要確認', '', '', '時刻不明', '端末の値'],
    ])
  })

  it('says that a person confirmed or corrected a time, with the original one', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    const add = (hour: number) =>
      addReading(database, meter, {
        source: 'camera',
        valueSource: 'device',
        deviceValue: 0.5,
        timeMark: 'unconfirmed',
        createdAt: new Date(Date.UTC(2026, 10, 20, hour)),
      })
    const change = async ({ id }: { id: number }, created_at: string | null) =>
      expect(
        (
          await test.ask('PUT', `/api/v1/meter-value/${id}/measured-at`, {
            as: test.own.general,
            body: { created_at },
          })
        ).status,
      ).toBe(200)
    await change(await add(0), null)
    const corrected = await add(1)
    await change(corrected, '2026-11-20 11:30:00')
    await change(corrected, '2026-11-20 12:00:00')
    const { text } = await get(`meter_ids=${meter.id}&sort_type=asc`)
    const told = linesOf(text)
      .slice(1)
      .map((line) => line.split(','))
      .map((cells) => [cells[3], cells[21]])
    expect(told).toEqual([
      ['2026-11-20 09:00:00', '確定済'],
      ['2026-11-20 12:00:00', '修正済（元 2026-11-20 10:00:00）'],
    ])
  })

  it('says that a picture waits for a value where the category cannot be read', async () => {
    const special = await addMeter(test.deps.database, test.own.id, { meterCategoryId: 7 })
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const waiting = { value: null, valueSource: 'reader', readState: 3, pictureSha256 } as const
    await addReading(test.deps.database, special, waiting)
    const [, line] = linesOf((await get(`meter_ids=${special.id}`)).text)
    expect(line?.split(',')[7]).toBe('入力待ち')
  })

  it.each(['\n', '\r', '\r\n'])('keeps a name with a line break %j in one field', async (lineBreak) => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id, { name: `動力${lineBreak}空調` })
    const meter = await addMeter(database, test.own.id, { name: 'ポンプ', meterGroupId: group.id })
    await addReading(database, meter)
    const { text } = await get(`meter_ids=${meter.id}`)
    expect(text).toContain(`,"動力${lineBreak}空調",`)
  })

  it('has every row that the filters select, in order, though they are many', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    await addMany(meter.id, 7001)
    const values = (text: string) =>
      linesOf(text)
        .slice(1)
        .map((line) => Number(line.split(',')[1]))
    const all = await get(`meter_ids=${meter.id}&sort_type=asc`)
    expect(all.headers['row-count']).toBe('7001')
    expect(values(all.text)).toEqual(Array.from({ length: 7001 }, (_, index) => index + 1))
    const day = await get(
      `meter_ids=${meter.id}&recorded_span=${encodeURIComponent('2026-11-02>,2026-11-02<')}`,
    )
    expect(day.headers['row-count']).toBe('1440')
    expect(values(day.text)).toEqual(Array.from({ length: 1440 }, (_, index) => 2879 - index))
    const found = await get(`meter_ids=${meter.id}&text=${encodeURIComponent('11/03 10:0')}`)
    expect(found.headers['row-count']).toBe('10')
    expect(values(found.text)).toHaveLength(10)
  })

  it('of nothing has its head only; of another organization nothing', async () => {
    const foreign = await addMeter(test.deps.database, test.other.id)
    await addReading(test.deps.database, foreign)
    const answer = await get(`meter_ids=${foreign.id}`)
    expect(answer.headers['row-count']).toBe('0')
    expect(linesOf(answer.text)).toHaveLength(1)
  })

  it('waits for a slow receiver instead of filling the memory, and lets the database go when it leaves', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    await addMany(meter.id, 60_000)
    const path = `/api/v1/meters-values/export?meter_ids=${meter.id}`
    const headers = { authorization: `Bearer ${test.own.general.idToken}` }
    const open = () =>
      new Promise<() => void>((resolve, reject) => {
        const call = request(new URL(path, origin), { headers }, (answer) => {
          expect(answer.headers['row-count']).toBe('60000')
          // Nothing is taken from the socket.
          answer.pause()
          resolve(() => call.destroy())
        })
        call.on('error', reject)
        call.end()
      })
    const leave = await open()
    const isWaiting = async (state: string) => (await exporting()).some((row) => row.state === state)
    await expect.poll(() => isWaiting('idle in transaction')).toBe(true)

    // Two of an organization at a time: slow receivers must not keep others from theirs.
    const leaveToo = await open()
    const third = await get(`meter_ids=${meter.id}`)
    expect(third).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    expect((await get('', test.other.general)).status).toBe(200)

    leave()
    leaveToo()
    await expect.poll(exporting).toEqual([])
    await expect.poll(async () => (await get(`meter_ids=${meter.id}`)).status).toBe(200)
  })

  it('whose receiver takes nothing for long is broken off, and leaves its place', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    await addMany(meter.id, 10_000)
    const session = { ...sessionOf(test.own), timeZone: 'Asia/Tokyo' }
    const query = { meter_ids: [meter.id] } as Parameters<typeof exportReadings>[2]
    const { signal } = new AbortController()
    const untaken = async () => {
      const { csv } = await exportReadings(test.deps.database, session, query, signal, { drainTimeout: 100 })
      return once(csv, 'close').catch((error: unknown) => String(error))
    }
    const message = 'Error: the receiver of a file takes nothing any more'
    expect(await Promise.all([untaken(), untaken()])).toEqual([message, message])
    await expect.poll(async () => (await get(`meter_ids=${meter.id}`)).status).toBe(200)
  })

  it('of a text is refused where it would have to look through too much, rather than cut short', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    await addMany(meter.id, 3000)
    const session = { ...sessionOf(test.own), timeZone: 'Asia/Tokyo' }
    const { signal } = new AbortController()
    const make = (text: string) => {
      const query = { meter_ids: [meter.id], text } as Parameters<typeof exportReadings>[2]
      return exportReadings(test.deps.database, session, query, signal, { maxSearched: 1500 })
    }
    await expect(make('12')).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'text', message: expect.stringContaining('絞り込んでください') }],
    })
    // A day is found by its index: nothing is looked through.
    const { count, csv } = await make('2026-11-02')
    csv.resume()
    expect(count).toBe(1440)
  })

  it('that fails on its way is cut off, so that what has arrived does not look whole', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    await addMany(meter.id, 60_000)
    const response = await fetch(new URL(`/api/v1/meters-values/export?meter_ids=${meter.id}`, origin), {
      headers: { authorization: `Bearer ${test.own.general.idToken}` },
    })
    expect(response.status).toBe(200)
    await expect.poll(async () => (await exporting()).length).toBeGreaterThan(0)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select pg_terminate_backend(pid) from (${exports}) as exports`),
    )
    await expect(response.text()).rejects.toThrow()
  })

  it('is not made for HEAD', async () => {
    const answer = await test.deps.database.asSystem(async (tx) => {
      // Whoever counts or reads would wait.
      await tx.execute(sql`lock table readings, reading_days, reading_months in access exclusive mode`)
      return test.ask('HEAD', '/api/v1/meters-values/export', { as: test.own.general })
    })
    expect(answer).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    })
    expect(answer.headers).not.toHaveProperty('content-length')
    const wrong = `recorded_span=${encodeURIComponent('2026-02-30>')}`
    const refused = await test.ask('HEAD', `/api/v1/meters-values/export?${wrong}`, { as: test.own.general })
    expect(refused.status).toBe(400)
  })
})

/** Connections that hold a snapshot open for a file. */
const exports = sql`select pid, state from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like 'fetch%' and state <> 'idle'`
const exporting = () =>
  test.deps.database.asSystem(async (tx) => (await tx.execute<{ pid: number; state: string }>(exports)).rows)
