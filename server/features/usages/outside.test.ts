// Covers docs/requirements.md: 840

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildOrganization, buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addKey } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { instantOfLocal, isoInZone } from '../../time-zone.ts'

// All that another program does: it sends, closes and reads with common keys, in a zone that changes its clocks as well.

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Method = 'GET' | 'POST' | 'PUT'

async function clientOf(timeZone: string) {
  const { database } = test.deps
  const organization = await buildOrganization(database, { timeZone })
  const headersOf = async (of: 0 | 1) => {
    const { id } = await buildUser(database, organization, { role: of })
    const { accessKey } = await addKey(test.deps, organization.id, id)
    return { apikey: `${accessKey}:secret` }
  }
  const [general, admin] = [await headersOf(role.general), await headersOf(role.admin)]
  const ask = async (method: Method, path: string, body?: object, headers: object = general) => {
    const sent = { ...(body && { body }), headers: { ...headers } }
    const answer = await test.ask(method, `/api/v1/${path}`, sent)
    expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()])
    return answer
  }
  const instant = (local: string) =>
    isoInZone(timeZone, instantOfLocal(timeZone, Date.parse(`${local.replace(' ', 'T')}:00Z`)))
  const addCounter = async (given: object = {}) => {
    const units = dataOf('units', await ask('GET', 'meters-units'))
    const body = { name: 'm', meter_unit_id: units[0]?.id, meter_category_id: 4, digit_number: 5, ...given }
    return dataOf('createMeter', await ask('POST', 'meters', { decimal_point: 1, ...body })).id
  }
  const read = async (meterId: number, local: string, value: number) => {
    const body = { meter_id: meterId, value, created_at: `${local}:00`, image_base64: null }
    return dataOf('createReading', await ask('POST', 'meter-value', body)).id
  }
  const readAll = async (meterId: number, readings: readonly (readonly [string, number])[]) => {
    const ids: number[] = []
    for (const [local, value] of readings) ids.push(await read(meterId, local, value))
    return ids
  }
  const replace = (meterId: number, local: string, oldEnd: number | null, newStart: number) =>
    test.ask('POST', '/api/v1/meter-replacements', {
      headers: { ...general, 'idempotency-key': randomUUID() },
      body: {
        meter_id: meterId,
        old_end_value: oldEnd,
        new_start_value: newStart,
        note: '',
        replaced_at: instant(local),
        sent_at: test.deps.clock().toISOString(),
      },
    })
  const usages = async (meterId: number, query: string) =>
    dataOf('usages', await ask('GET', `usages?meter_ids=${meterId}&${query}`))
  const addCycle = async (meterIds: number[]) => {
    const fields = { closing_day: 31, closing_hour: 24, device_tolerance_hours: 24, round_tolerance_days: 3 }
    const body = { name: randomUUID(), ...fields, checks: [], meter_ids: meterIds }
    return dataOf('createClosingCycle', await ask('POST', 'closing-cycles', body, admin)).id
  }
  const close = (cycleId: number, month: string, given: object = {}) =>
    ask('POST', `closing-cycles/${cycleId}/closings`, { month, version: 1, exceptions: [], ...given }, admin)
  const estimate = (meterId: number, local: string, value: number) =>
    ask('POST', `meters/${meterId}/estimates`, { at: `${local}:00`, value, basis: 'typed', reason: '不在' })
  return { ask, instant, addCounter, read, readAll, replace, usages, addCycle, close, estimate }
}

const month = 'period=month&from=2025-11-01&to=2025-11-30'
const both = 'from=2025-11-01&to=2025-12-31'
const brief = (rows: { usage: number | null; mark: string }[]) => rows.map(({ usage, mark }) => [usage, mark])

describe.each(['Asia/Tokyo', 'America/New_York'])('the hand-worked cases through the API in %s', (zone) => {
  let client: Awaited<ReturnType<typeof clientOf>>
  beforeAll(async () => {
    client = await clientOf(zone)
  })

  it('a rollover, and replacements with and without another multiplier', async () => {
    const rolled = await client.addCounter({ decimal_point: 0, multiplier: 40 })
    await client.readAll(rolled, [
      ['2025-11-01 00:00', 99_950],
      ['2025-12-01 00:00', 120],
    ])
    expect(brief(await client.usages(rolled, month))).toEqual([[6800, 'exact']])
    for (const [multiplier, usage] of [
      [null, 317.1],
      [60, 14_914],
    ] as const) {
      const meter = await client.addCounter({ ...(multiplier && { multiplier }) })
      await client.read(meter, '2025-11-01 00:00', 8421.6)
      expect((await client.replace(meter, '2025-11-15 10:00', 8533.1, 0.3)).status).toBe(201)
      const terms = { valid_from: '2025-11-15 10:00:00', multiplier: 40, digit_number: 5, decimal_point: 1 }
      if (multiplier !== null) await client.ask('POST', `meters/${meter}/terms`, terms)
      await client.read(meter, '2025-12-01 00:00', 205.9)
      await client.addCycle([meter])
      for (const query of [month, 'period=closing&from=2025-11-30&to=2025-11-30'])
        expect(brief(await client.usages(meter, query))).toEqual([[usage, 'exact']])
    }
  })

  it('an interpolated end, which the closing never interpolates', async () => {
    const meter = await client.addCounter()
    const [start, before, after] = await client.readAll(meter, [
      ['2025-11-01 00:00', 700],
      ['2025-11-28 09:00', 1000],
      ['2025-12-03 09:00', 1060],
    ])
    const [from, to] = [client.instant('2025-11-01 00:00'), client.instant('2025-12-01 00:00')]
    const row = { meter_id: meter, from, to, is_corrected: false }
    const first = { value: 700, at: from, reading_ids: [start] }
    const end = { value: 1031.5, at: to, reading_ids: [before, after] }
    expect(await client.usages(meter, month)).toEqual([
      { ...row, usage: 331.5, mark: 'interpolated', start: first, end },
    ])
    expect((await client.usages(meter, `period=day&${both}`)).slice(30, 32)).toMatchObject([
      { usage: 12, mark: 'interpolated', start: end },
      { usage: 12, mark: 'interpolated' },
    ])
    await client.addCycle([meter])
    const closing = { value: 1000, at: client.instant('2025-11-28 09:00'), reading_ids: [before] }
    expect(await client.usages(meter, 'period=closing&from=2025-11-30&to=2025-11-30')).toEqual([
      { ...row, usage: 300, mark: 'exact', start: first, end: closing },
    ])
  })

  it('a closed month that is corrected: 331 / 59, and 313 / 77 if it is closed again', async () => {
    const meter = await client.addCounter()
    const cycle = await client.addCycle([meter])
    await client.read(meter, '2025-11-01 00:00', 700)
    const wrong = await client.read(meter, '2025-12-01 00:00', 1031)
    await client.close(cycle, '2025-11')
    await client.read(meter, '2026-01-01 00:00', 1090)
    const closing = `period=closing&${both}`
    await client.ask('PUT', `meter-value/${wrong}`, { value: 1013 })
    const adjusted = await client.usages(meter, closing)
    expect(brief(adjusted)).toEqual([
      [331, 'exact'],
      [59, 'exact'],
    ])
    expect(adjusted.map((row) => [row.is_corrected, row.start?.value, row.end?.value])).toEqual([
      [true, 700, 1031],
      [true, 1031, 1090],
    ])
    await client.close(cycle, '2025-11', { version: 2, reason: '読み違い' })
    expect((await client.usages(meter, closing)).map(({ usage }) => usage)).toEqual([313, 77])
    expect((await client.usages(meter, `period=month&${both}`)).map(({ usage }) => usage)).toEqual([313, 77])
  })

  it.each([
    [552, 34],
    [510, -8],
  ])('an estimate of +18 that the reading %i settles with %i', async (value, settled) => {
    const meter = await client.addCounter()
    await client.addCycle([meter])
    await client.read(meter, '2025-11-01 00:00', 500)
    await client.estimate(meter, '2025-12-01 00:00', 518)
    await client.read(meter, '2026-01-01 00:00', value)
    for (const period of ['month', 'closing']) {
      const rows = await client.usages(meter, `period=${period}&${both}`)
      expect(brief(rows)).toEqual([
        [18, 'estimated'],
        [settled, 'estimated'],
      ])
      expect(rows[0]?.end).toMatchObject({ value: 518, reading_ids: [] })
    }
  })

  it('a parent that is allocated to its children: 40 / 55 / 25, difference 30', async () => {
    const parent = await client.addCounter({ decimal_point: 0 })
    await client.readAll(parent, [
      ['2025-11-01 00:00', 0],
      ['2025-12-01 00:00', 120],
    ])
    for (const value of [30.2, 41.5, 18.3]) {
      const child = await client.addCounter({ parent_meter_id: parent })
      await client.readAll(child, [
        ['2025-11-01 00:00', 0],
        ['2025-12-01 00:00', value],
      ])
    }
    await client.ask('PUT', `meters/${parent}/allocation-rules/2025-11`, { method: 'usage', shares: [] })
    const [row] = dataOf('allocations', await client.ask('GET', 'allocations?month=2025-11'))
    expect(row).toMatchObject({ meter_id: parent, usage: 120, allocation: { difference: 30, problem: null } })
    expect(row?.allocation.parts.map(({ usage }) => usage)).toEqual([40, 55, 25])
  })

  it('an index that is cut, a replacement behind the closing reading, and one without its old end', async () => {
    const cut = await client.addCounter({ rounding: 'integer' })
    const days = [
      ['2025-11-05 00:00', 0],
      ['2025-11-06 00:00', 10.5],
      ['2025-11-07 00:00', 21],
    ] as const
    await client.readAll(cut, days)
    const ofDays = 'period=day&from=2025-11-05&to=2025-11-06'
    expect((await client.usages(cut, ofDays)).map(({ usage }) => usage)).toEqual([10, 11])
    for (const [oldEnd, expected] of [
      [1035, [331, 24]],
      [null, [331, null]],
    ] as const) {
      const meter = await client.addCounter()
      await client.addCycle([meter])
      await client.readAll(meter, [
        ['2025-11-01 00:00', 700],
        ['2025-11-30 23:00', 1031],
      ])
      expect((await client.replace(meter, '2025-11-30 23:30', oldEnd, 0)).status).toBe(201)
      await client.readAll(meter, [['2025-12-31 23:00', 20]])
      const rows = await client.usages(meter, `period=closing&${both}`)
      expect(rows.map(({ usage }) => usage)).toEqual(expected)
    }
  })
})

it('days on which clocks change have 25 and 23 hours, and the share of an index that their length is', async () => {
  const client = await clientOf('America/New_York')
  const meter = await client.addCounter()
  await client.readAll(meter, [
    ['2025-11-01 12:00', 100],
    ['2025-11-03 12:00', 149],
    ['2026-03-07 12:00', 500],
    ['2026-03-09 12:00', 547],
  ])
  const days = async (from: string, to: string) =>
    (await client.usages(meter, `period=day&from=${from}&to=${to}`)).map(({ usage }) => usage)
  expect(await days('2025-11-02', '2025-11-02')).toEqual([25])
  expect(await days('2026-03-08', '2026-03-08')).toEqual([23])
  for (const [day, hours] of [
    ['2025-11-02', 25],
    ['2026-03-08', 23],
  ] as const) {
    const rows = await client.usages(meter, `period=hour&from=${day}&to=${day}`)
    expect(rows.map(({ usage }) => usage)).toEqual(Array.from({ length: hours }, () => 1))
    expect(rows.slice(1).map(({ from }) => from)).toEqual(rows.slice(0, -1).map(({ to }) => to))
  }
  const [november] = await client.usages(meter, month)
  expect([november?.from, november?.to]).toEqual([
    '2025-11-01T00:00:00.000-04:00',
    '2025-12-01T00:00:00.000-05:00',
  ])
})
