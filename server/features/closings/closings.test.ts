// Covers docs/requirements.md: 746, 747, 748, 749, 750, 751, 752, 781, 791, 792, 793, 794, 795, 796, 797, 843, 904, 943

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addCycle, addMeter, addPicture, addReplacement } from '../../../tests/support/server/builders.ts'
import { countersOf, local, type MeterRow } from '../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import type { Database } from '../../db/client.ts'

let test: TestApp
let database: Database
beforeAll(async () => {
  test = await createTestApp()
  database = test.deps.database
})
afterAll(() => test.close())

const { addCounter, read } = countersOf(() => test)
const closeAgain = 'メーターの読み違い'

interface Asked {
  version?: number
  reason?: string
  exceptions?: { meter_id: number; reason: string }[]
}
const close = (cycle: { id: number }, month: string, given: Asked = {}) =>
  test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, {
    as: test.own.admin,
    body: { month, version: 1, exceptions: [], ...given },
  })
const closed = async (...given: Parameters<typeof close>) => dataOf('closeMonth', await close(...given))
const board = async (cycle: { id: number }, month: string, query = '') =>
  dataOf(
    'closingBoard',
    await test.ask('GET', `/api/v1/closing-cycles/${cycle.id}/board?month=${month}${query}`, {
      as: test.own.general,
    }),
  )
const states = async (cycle: { id: number }, month: string, query = '') =>
  (await board(cycle, month, query)).meters.map(({ state, usage, difference }) => [state, usage, difference])
const usagesIn = async (from: string, to: string, meters: MeterRow[]) => {
  const ids = meters.map(({ id }) => id).join(',')
  const query = `period=closing&from=${from}&to=${to}&meter_ids=${ids}`
  return dataOf('usages', await test.ask('GET', `/api/v1/usages?${query}`, { as: test.own.general }))
}
const usagesOf = async (...meters: MeterRow[]) =>
  (await usagesIn('2026-09-01', '2026-10-31', meters)).map(({ usage, mark }) => [usage, mark])
const correct = async (reading: { id: number }, value: number) => {
  const path = `/api/v1/meter-value/${reading.id}`
  expect((await test.ask('PUT', path, { as: test.own.general, body: { value } })).status).toBe(200)
}

const estimate = async ({ id }: MeterRow, day: string, value: number) => {
  const body = { at: `${day} 00:00:00`, value, basis: 'typed', reason: '不在' }
  const answered = await test.ask('POST', `/api/v1/meters/${id}/estimates`, { as: test.own.general, body })
  return dataOf('createMeterEstimate', answered)
}

describe('usages from closing to closing', () => {
  it('are those of closing readings, never interpolated, with the row of other periods', async () => {
    const meter = await addCounter()
    await addCycle(database, test.own.id, [meter.id])
    const start = await read(meter, '2026-08-31T09:00', 700)
    const end = await read(meter, '2026-09-30T23:00', 1031)
    await read(meter, '2026-10-02T09:00', 1040)
    expect(await usagesIn('2026-09-30', '2026-09-30', [meter])).toEqual([
      {
        meter_id: meter.id,
        from: '2026-09-01T00:00:00.000+09:00',
        to: '2026-10-01T00:00:00.000+09:00',
        usage: 331,
        mark: 'exact',
        is_corrected: false,
        start: { value: 700, at: '2026-08-31T09:00:00.000+09:00', reading_ids: [start.id] },
        end: { value: 1031, at: '2026-09-30T23:00:00.000+09:00', reading_ids: [end.id] },
      },
    ])
  })

  it('belong to the range that contains the closing date, in February its last day', async () => {
    const meter = await addCounter()
    await addCycle(database, test.own.id, [meter.id], { closingDay: 31 })
    const toOf = async (from: string, to: string) =>
      (await usagesIn(from, to, [meter])).map((row) => row.to.slice(0, 10))
    expect(await toOf('2026-02-28', '2026-02-28')).toEqual(['2026-03-01'])
    expect(await toOf('2026-02-01', '2026-02-27')).toEqual([])
    expect(await toOf('2026-01-31', '2026-03-31')).toEqual(['2026-02-01', '2026-03-01', '2026-04-01'])
  })

  it('are left out of meters without a cycle and of other organizations', async () => {
    const [meter, foreign] = [
      await addCounter(),
      await addMeter(database, test.other.id, { meterCategoryId: 4 }),
    ]
    await addCycle(database, test.other.id, [foreign.id])
    expect(await usagesOf(meter, foreign)).toEqual([])
  })

  it('are unknown without a reading within the tolerance of each source, and over a multiplier that changes between', async () => {
    const [device, round, changed] = [await addCounter(), await addCounter(), await addCounter()]
    await addCycle(database, test.own.id, [device.id, round.id, changed.id])
    const camera = { source: 'camera', valueSource: 'reader', confidence: 1 } as const
    for (const meter of [device, round, changed]) await read(meter, '2026-09-01T00:00', 100)
    await read(device, '2026-10-02T09:00', 150, camera)
    await read(round, '2026-10-02T09:00', 150)
    await read(changed, '2026-10-01T00:00', 150)
    await database.asSystem((tx) =>
      tx.execute(sql`insert into meter_terms (organization_id, meter_id, valid_from, multiplier, digit_number, decimal_point)
        values (${test.own.id}, ${changed.id}, '2026-09-15T00:00+09', 10, 5, 1)`),
    )
    const rows = await usagesIn('2026-09-30', '2026-09-30', [device, round, changed])
    expect(rows.map(({ usage }) => usage)).toEqual([null, 50, null])
  })

  it.each([
    ['so_far', 1],
    ['segments', 1],
    ['boundaries', 0],
  ])('refuse %s=%i, since snapshots are complete and keep no parts', async (field, flag) => {
    const query = `period=closing&from=2026-09-01&to=2026-09-30&${field}=${flag}`
    const refused = await test.ask('GET', `/api/v1/usages?${query}`, { as: test.own.general })
    expect([refused.status, failureOf(refused).issues]).toMatchObject([400, [{ path: field }]])
  })

  it('refuse an end before the start', async () => {
    const query = 'period=closing&from=2026-09-02&to=2026-09-01'
    const refused = await test.ask('GET', `/api/v1/usages?${query}`, { as: test.own.general })
    expect(failureOf(refused).issues).toMatchObject([{ path: 'to' }])
  })
})

describe('a closed month that is corrected', () => {
  const build = async () => {
    const meter = await addCounter()
    const cycle = await addCycle(database, test.own.id, [meter.id])
    await read(meter, '2026-09-01T00:00', 700)
    const wrong = await read(meter, '2026-10-01T00:00', 1031)
    await closed(cycle, '2026-09')
    await read(meter, '2026-11-01T00:00', 1090)
    const exceptions = [{ meter_id: meter.id, reason: '休業' }]
    return { meter, cycle, wrong, exceptions }
  }
  const exact = (usages: number[]) => usages.map((usage) => [usage, 'exact'])

  it('keeps its usage and settles the difference in the next month: 331 / 59', async () => {
    const { meter, cycle, wrong, exceptions } = await build()
    expect(await usagesOf(meter)).toEqual(exact([331, 59]))
    expect(await states(cycle, '2026-09')).toEqual([['closed', 331, null]])
    await correct(wrong, 1013)
    expect(await states(cycle, '2026-09')).toEqual([['corrected', 331, -18]])
    expect(await usagesOf(meter)).toEqual(exact([331, 59]))
    const [row] = (await board(cycle, '2026-10')).meters
    expect(row).toMatchObject({
      usage: 59,
      adjustment: -18,
      start: { value: 1031 },
      end: { value: 1090 },
      days: 31,
    })
    await closed(cycle, '2026-10', { exceptions })
    expect(await usagesOf(meter)).toEqual(exact([331, 59]))
    expect(await states(cycle, '2026-10')).toEqual([['closed', 59, null]])
  })

  it('that is closed again has a second version, and the first one stays readable: 313 / 77', async () => {
    const { meter, cycle, wrong } = await build()
    await correct(wrong, 1013)
    expect(failureOf(await close(cycle, '2026-09', { version: 2 })).issues).toMatchObject([
      { path: 'reason' },
    ])
    const again = await closed(cycle, '2026-09', { version: 2, reason: closeAgain })
    expect(again).toMatchObject({ version: 2, reason: closeAgain, rules: 1 })
    expect(await usagesOf(meter)).toEqual(exact([313, 77]))
    expect(await states(cycle, '2026-09')).toEqual([['closed', 313, null]])
    expect(await states(cycle, '2026-09', '&version=1')).toEqual([['closed', 331, null]])
    const path = `/api/v1/closing-cycles/${cycle.id}/closings`
    const versions = dataOf('closings', await test.ask('GET', path, { as: test.own.general }))
    expect(versions.map(({ month, version, user }) => [month, version, user?.id])).toEqual([
      ['2026-09', 2, test.own.admin.id],
      ['2026-09', 1, test.own.admin.id],
    ])
    const missing = await test.ask(
      'GET',
      `/api/v1/closing-cycles/${cycle.id}/board?month=2026-09&version=3`,
      {
        as: test.own.general,
      },
    )
    expect(missing.status).toBe(404)
  })

  it('that is closed again behind a closed month is settled in the month after that: 313 / 59 / 28', async () => {
    const { meter, cycle, wrong, exceptions } = await build()
    await correct(wrong, 1013)
    await closed(cycle, '2026-10', { exceptions })
    await closed(cycle, '2026-09', { version: 2, reason: closeAgain })
    await read(meter, '2026-12-01T00:00', 1100)
    expect(await usagesOf(meter)).toEqual(exact([313, 59]))
    expect((await board(cycle, '2026-11')).meters).toMatchObject([{ usage: 28, adjustment: 18 }])
  })
})

describe('the board of a month', () => {
  it('has the state of each meter, and what closing needs', async () => {
    const names = ['missing', 'unsure', 'unread', 'backwards', 'old end', 'estimated', 'confirmed']
    const meters = new Map<string, MeterRow>()
    for (const name of names) meters.set(name, await addCounter({ name }))
    const of = (name: string): MeterRow => {
      const meter = meters.get(name)
      if (meter === undefined) throw new Error(name)
      return meter
    }
    const cycle = await addCycle(
      database,
      test.own.id,
      [...meters.values()].map(({ id }) => id),
    )
    const picture = await addPicture(test.deps, test.own.id, photograph)
    for (const meter of meters.values()) await read(meter, '2026-09-01T00:00', 500)
    const camera = { source: 'camera', valueSource: 'reader', pictureSha256: picture.sha256 } as const
    await read(of('unsure'), '2026-09-30T23:00', 520, { ...camera, confidence: 0.5, readState: 1 })
    await read(of('unread'), '2026-09-30T23:00', null, { ...camera, readState: 3 })
    await read(of('backwards'), '2026-10-01T00:00', 400)
    await addReplacement(database, of('old end'), test.own.admin.id, { at: local('2026-09-15T00:00') })
    await read(of('old end'), '2026-10-01T00:00', 5)
    await estimate(of('estimated'), '2026-10-01', 518)
    const end = await read(of('confirmed'), '2026-10-01T00:00', 530, { pictureSha256: picture.sha256 })
    const { meters: rows, ...month } = await board(cycle, '2026-09')
    expect(month).toEqual({
      month: '2026-09',
      from: '2026-09-01T00:00:00.000+09:00',
      to: '2026-10-01T00:00:00.000+09:00',
      closing: null,
    })
    expect(rows.map(({ meter_name, state, usage }) => [meter_name, state, usage])).toEqual([
      ['missing', 'missing', null],
      ['unsure', 'review', null],
      ['unread', 'review', null],
      ['backwards', 'review', null],
      ['old end', 'review', null],
      ['estimated', 'estimated', 18],
      ['confirmed', 'confirmed', 30],
    ])
    expect(rows.at(-1)).toMatchObject({
      mark: 'exact',
      days: 30,
      end: { value: 530, reading_ids: [end.id], picture_sha256: picture.sha256 },
      segments: [{ from: { value: 500 }, to: { value: 530 }, multiplier: 1 }],
    })
  })

  it('compares a day with the month before and a year ago, and a parent with its children', async () => {
    const parent = await addCounter({ name: '受電' })
    const children = [
      await addCounter({ parentMeterId: parent.id }),
      await addCounter({ parentMeterId: parent.id }),
      await addCounter({ parentMeterId: parent.id }),
    ]
    const [stopped, grown] = [await addCounter(), await addCounter()]
    const meters = [parent, ...children, stopped, grown]
    const cycle = await addCycle(
      database,
      test.own.id,
      meters.map(({ id }) => id),
    )
    const used = [120, 30.2, 41.5, 18.3]
    for (const [index, meter] of [parent, ...children].entries()) {
      await read(meter, '2026-09-01T00:00', 0)
      await read(meter, '2026-10-01T00:00', used[index] ?? 0)
    }
    for (const [at, stoppedAt, grownAt] of [
      ['2025-09-01T00:00', 0, 0],
      ['2025-10-01T00:00', 30, 10],
      ['2026-08-01T00:00', 100, 100],
      ['2026-09-01T00:00', 131, 131],
      ['2026-10-01T00:00', 131, 161],
    ] as const) {
      await read(stopped, at, stoppedAt)
      await read(grown, at, grownAt)
    }
    const { meters: rows } = await board(cycle, '2026-09')
    const checks = rows.map(({ checks }) => checks)
    expect(checks).toEqual([
      [{ check: 'parent', percent: 25, explained_by: [] }],
      [],
      [],
      [],
      [{ check: 'zero', percent: -100 }],
      [{ check: 'last_year', percent: 200 }],
    ])
  })
})

describe('checks that a cycle switches on', () => {
  const checks = ['backwards', 'estimated_twice', 'verification_expired'] as const

  it('find an index that fell, an estimate after an estimate and a verification that is over, and are kept', async () => {
    const [fallen, settled] = [await addCounter({ name: '逆' }), await addCounter({ name: '精算' })]
    const twice = await addCounter({ name: '推定' })
    const expired = await addCounter({ name: '切れ', verificationExpiresOn: '2026-09-29' })
    const lastDay = await addCounter({ name: '最終日', verificationExpiresOn: '2026-09-30' })
    const meters = [fallen, settled, twice, expired, lastDay]
    const ids = meters.map(({ id }) => id)
    const cycle = await addCycle(database, test.own.id, ids, { checks: [...checks] })
    for (const meter of meters) await read(meter, '2026-08-01T00:00', 500)
    for (const meter of [fallen, expired, lastDay]) await read(meter, '2026-09-01T00:00', 530)
    await estimate(settled, '2026-09-01', 560)
    await read(settled, '2026-10-01T00:00', 552)
    await estimate(twice, '2026-09-01', 530)
    await estimate(twice, '2026-10-01', 560)
    await read(fallen, '2026-10-01T00:00', 500)
    for (const meter of [expired, lastDay]) await read(meter, '2026-10-01T00:00', 560)
    const failed = async () =>
      (await board(cycle, '2026-09')).meters.map((row) => row.checks.map(({ check }) => check))
    const found = [['backwards'], ['backwards'], ['estimated_twice'], ['verification_expired'], []]
    expect(await failed()).toEqual(found)
    expect((await board(cycle, '2026-09')).meters.map(({ usage }) => usage)).toEqual([null, -8, 30, 30, 30])
    const exceptions = ids.slice(0, 4).map((id) => ({ meter_id: id, reason: '確認済み' }))
    await closed(cycle, '2026-08')
    await closed(cycle, '2026-09', { exceptions })
    await database.asSystem((tx) =>
      tx.execute(sql`update closing_cycles set checks = '{}' where id = ${cycle.id}`),
    )
    expect(await failed()).toEqual(found)
    expect((await board(cycle, '2026-10')).meters.flatMap((row) => row.checks)).toEqual([])
  })

  it('compare by the limits of the category', async () => {
    const body = { name: '厳密', type: 3, description: '比較', change_percent: 9, change_least: 0.5 }
    const strict = dataOf(
      'createCategory',
      await test.ask('POST', '/api/v1/meter-category', { as: test.own.system, body }),
    )
    const meters = [await addCounter(), await addCounter({ meterCategoryId: strict.id })]
    const small = await addCounter({ meterCategoryId: strict.id })
    const ids = [...meters, small].map(({ id }) => id)
    const cycle = await addCycle(database, test.own.id, ids)
    for (const [at, value] of [
      ['2026-08-01T00:00', 0],
      ['2026-09-01T00:00', 310],
      ['2026-10-01T00:00', 640],
    ] as const) {
      for (const meter of meters) await read(meter, at, value)
      await read(small, at, value / 10)
    }
    expect((await board(cycle, '2026-09')).meters.map((row) => row.checks)).toEqual([
      [],
      [{ check: 'previous', percent: 10 }],
      [],
    ])
  })
})

it('a month behind one without a length is not compared with it', async () => {
  const parent = await addCounter()
  const child = await addCounter({ parentMeterId: parent.id })
  const cycle = await addCycle(database, test.own.id, [parent.id, child.id], {
    checks: ['previous', 'parent'],
  })
  for (const [meter, last] of [
    [parent, 300],
    [child, 200],
  ] as const) {
    await read(meter, '2026-08-01T00:00', 0)
    await read(meter, '2026-09-01T09:00', 100)
    await read(meter, '2026-10-03T00:00', last)
  }
  await closed(cycle, '2026-08')
  await database.asSystem((tx) =>
    tx.execute(sql`update closing_cycles set closing_day = 3, closing_hour = 0 where id = ${cycle.id}`),
  )
  expect((await board(cycle, '2026-09')).meters).toMatchObject([
    { usage: 0, days: 0, checks: [] },
    { usage: 0, days: 0, checks: [] },
  ])
  expect((await board(cycle, '2026-10')).meters).toMatchObject([
    { usage: 200, checks: [{ check: 'parent', percent: 50, explained_by: [] }] },
    { usage: 100, checks: [] },
  ])
})

it('a parent names what changed towards its difference, also in the month as it was closed', async () => {
  const parent = await addCounter({ name: '受電', code: 'E-1' })
  const child = await addCounter({ name: '動力', parentMeterId: parent.id })
  const cycle = await addCycle(database, test.own.id, [parent.id, child.id], { checks: ['parent'] })
  for (const [meter, values] of [
    [parent, [0, 310, 610]],
    [child, [0, 310, 550]],
  ] as const) {
    for (const [index, at] of ['2026-08-01T00:00', '2026-09-01T00:00', '2026-10-01T00:00'].entries())
      await read(meter, at, values[index] ?? 0)
  }
  const explained = { meter_id: child.id, meter_name: '動力', usage: 240, usual: 300, is_estimated: false }
  const checks = [[{ check: 'parent', percent: 20, explained_by: [explained] }], []]
  const shown = async () => (await board(cycle, '2026-09')).meters.map((row) => row.checks)
  expect(await shown()).toEqual(checks)
  expect(failureOf(await close(cycle, '2026-09')).issues).toEqual([
    { path: 'exceptions', message: '「E-1 受電」（親子差）を締める理由を入力してください' },
  ])
  await closed(cycle, '2026-09', { exceptions: [{ meter_id: parent.id, reason: '配管の漏れ' }] })
  expect(await shown()).toEqual(checks)
})

it('a child that was first read by its closing reading is left out of its parent’s month, and counts in the next', async () => {
  const parent = await addCounter({ name: '受電' })
  const child = await addCounter({ name: '動力', parentMeterId: parent.id })
  const fresh = await addCounter({ name: '新設', parentMeterId: parent.id })
  const cycle = await addCycle(database, test.own.id, [parent.id, child.id, fresh.id], { checks: ['parent'] })
  for (const [meter, values] of [
    [parent, [0, 300, 600]],
    [child, [0, 270, 470]],
  ] as const) {
    for (const [index, at] of ['2026-08-01T00:00', '2026-09-01T00:00', '2026-10-01T00:00'].entries())
      await read(meter, at, values[index] ?? 0)
  }
  // Within the tolerance before the closing time.
  await read(fresh, '2026-08-31T15:00', 5)
  await read(fresh, '2026-10-01T00:00', 105)
  const checksIn = async (month: string) => (await board(cycle, month)).meters[0]?.checks
  const leftOut = [{ meter_id: fresh.id, meter_name: '新設' }]
  expect(await checksIn('2026-08')).toMatchObject([{ check: 'parent', percent: 10, left_out: leftOut }])
  expect(await checksIn('2026-09')).toEqual([])
  await read(fresh, '2026-08-20T09:00', 0)
  expect(await checksIn('2026-08')).toEqual([])
})

describe('closing a month', () => {
  it('needs a reason for each open meter and failed check, keeps it, and is audited', async () => {
    const [open, fine] = [await addCounter({ name: '1号機' }), await addCounter({ name: '2号機' })]
    const cycle = await addCycle(database, test.own.id, [open.id, fine.id], { name: '本館' })
    await read(fine, '2026-09-01T00:00', 500)
    await read(fine, '2026-10-01T00:00', 530)
    expect(failureOf(await close(cycle, '2026-09')).issues).toEqual([
      { path: 'exceptions', message: '「1号機」（未検針）を締める理由を入力してください' },
    ])
    const stranger = await addCounter()
    const wrong = [{ meter_id: stranger.id, reason: '他' }]
    expect(failureOf(await close(cycle, '2026-09', { exceptions: wrong })).issues).toMatchObject([
      { path: 'exceptions.0.meter_id' },
    ])
    const exceptions = [{ meter_id: open.id, reason: '停止中' }]
    const twice = { exceptions: [...exceptions, { meter_id: open.id, reason: '撤去' }] }
    expect(failureOf(await close(cycle, '2026-09', twice)).issues).toEqual([
      { path: 'exceptions', message: 'メーターが重複しています' },
    ])
    const { id } = await closed(cycle, '2026-09', { exceptions })
    const { closing, meters } = await board(cycle, '2026-09')
    expect(closing).toMatchObject({ id, version: 1, user: { id: test.own.admin.id }, reason: null })
    expect(meters).toMatchObject([
      { state: 'closed', closed_as: 'missing', usage: null, mark: 'unknown', reason: '停止中' },
      { state: 'closed', closed_as: 'confirmed', usage: 30, reason: null },
    ])
    const log = `/api/v1/audit-entries?noun=closing&subject_id=${id}`
    const entries = dataOf('auditEntries', await test.ask('GET', log, { as: test.own.admin }))
    expect(entries).toMatchObject([
      { subject_name: '本館 2026年9月', after: { version: 1, exceptions: ['1号機: 停止中'] } },
    ])
    const general = { as: test.own.general, body: { month: '2026-10', version: 1, exceptions: [] } }
    expect((await test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, general)).status).toBe(403)
  })

  it('continues a month that was closed without a reading', async () => {
    const meter = await addCounter()
    const cycle = await addCycle(database, test.own.id, [meter.id])
    await read(meter, '2026-09-01T00:00', 500)
    await read(meter, '2026-11-01T00:00', 560)
    await closed(cycle, '2026-09', { exceptions: [{ meter_id: meter.id, reason: '門が閉まっていた' }] })
    expect(await usagesOf(meter)).toEqual([
      [null, 'unknown'],
      [60, 'exact'],
    ])
    expect((await board(cycle, '2026-10')).meters).toMatchObject([
      { state: 'confirmed', days: 61, start: { value: 500 } },
    ])
  })

  it('is refused in the future, twice, with a gap, and without meters', async () => {
    const meter = await addCounter()
    const cycle = await addCycle(database, test.own.id, [meter.id])
    const exceptions = [{ meter_id: meter.id, reason: '設置前' }]
    const issueOf = async (month: string, version = 1) =>
      failureOf(await close(cycle, month, { version, exceptions, reason: '訂正' })).issues
    expect(await issueOf('2098-01')).toEqual([{ path: 'month', message: '締め日時を過ぎていません' }])
    await closed(cycle, '2026-02', { exceptions })
    expect(await issueOf('2026-02')).toEqual([
      { path: 'version', message: '第1版まで締めています。次は第2版です' },
    ])
    expect(await issueOf('2026-03', 2)).toMatchObject([{ path: 'version' }])
    for (const month of ['2026-01', '2026-04'])
      expect(await issueOf(month)).toEqual([{ path: 'month', message: '次に締めるのは2026年3月です' }])
    const empty = await addCycle(database, test.own.id, [])
    expect(failureOf(await close(empty, '2026-02')).issues).toMatchObject([{ path: 'month' }])
    const deletion = await test.ask('DELETE', `/api/v1/closing-cycles/${cycle.id}`, { as: test.own.admin })
    expect(failureOf(deletion).issues).toEqual([{ path: 'id', message: '締めた月があるため削除できません' }])
  })

  it('keeps the months of a meter that moves to another cycle, and closes none of them again', async () => {
    const [meter, other] = [await addCounter(), await addCounter()]
    const cycle = await addCycle(database, test.own.id, [meter.id])
    const target = await addCycle(database, test.own.id, [other.id], { closingDay: 20 })
    for (const each of [meter, other]) {
      await read(each, '2026-08-20T23:00', 490)
      await read(each, '2026-09-01T00:00', 500)
      await read(each, '2026-09-20T23:00', 520)
      await read(each, '2026-10-01T00:00', 530)
      await read(each, '2026-10-20T23:00', 560)
    }
    await closed(cycle, '2026-09')
    await database.asSystem((tx) =>
      tx.execute(sql`update closing_cycle_meters set cycle_id = ${target.id} where meter_id = ${meter.id}`),
    )
    expect((await board(target, '2026-09')).meters.map(({ meter_id }) => meter_id)).toEqual([other.id])
    await closed(target, '2026-09')
    expect(await usagesOf(meter)).toEqual([
      [30, 'exact'],
      [30, 'exact'],
    ])
    expect(await usagesOf(other)).toEqual([
      [30, 'exact'],
      [40, 'exact'],
    ])
  })

  it('closes the months that a meter missed between two cycles with its next one', async () => {
    const [meter, other] = [await addCounter(), await addCounter()]
    const cycle = await addCycle(database, test.own.id, [meter.id], { closingDay: 20 })
    const target = await addCycle(database, test.own.id, [other.id])
    const start = await read(meter, '2026-07-20T23:00', 490)
    const end = await read(meter, '2026-08-20T23:00', 500)
    await read(meter, '2026-09-01T00:00', 520)
    await read(meter, '2026-10-01T00:00', 545)
    await read(meter, '2026-11-01T00:00', 560)
    for (const [day, value] of [
      ['2026-08-01', 10],
      ['2026-09-01', 20],
      ['2026-10-01', 30],
      ['2026-11-01', 40],
    ] as const)
      await read(other, `${day}T00:00`, value)
    await closed(cycle, '2026-08')
    for (const month of ['2026-08', '2026-09']) await closed(target, month)
    await database.asSystem((tx) =>
      tx.execute(sql`update closing_cycle_meters set cycle_id = ${target.id} where meter_id = ${meter.id}`),
    )
    await correct(end, 502)
    expect((await usagesIn('2026-08-01', '2026-10-31', [meter])).map(({ usage }) => usage)).toEqual([10, 60])
    const [row] = (await board(target, '2026-10')).meters
    expect(row).toMatchObject({ state: 'confirmed', usage: 60, adjustment: 2, start: { value: 500 } })
    await closed(target, '2026-10')
    const rows = await usagesIn('2026-08-01', '2026-10-31', [meter])
    expect(rows).toMatchObject([
      { usage: 10, to: '2026-08-21T00:00:00.000+09:00', start: { reading_ids: [start.id] } },
      { usage: 60, from: '2026-08-21T00:00:00.000+09:00', to: '2026-11-01T00:00:00.000+09:00' },
    ])
  })

  it('lets only one of two versions at once win', async () => {
    const meter = await addCounter()
    const cycle = await addCycle(database, test.own.id, [meter.id])
    const exceptions = [{ meter_id: meter.id, reason: '設置前' }]
    const answers = await Promise.all([1, 2].map(() => close(cycle, '2026-09', { exceptions })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })
})

describe('a snapshot', () => {
  const build = async () => {
    const meter = await addCounter()
    const cycle = await addCycle(database, test.own.id, [meter.id])
    const { id } = await closed(cycle, '2026-09', { exceptions: [{ meter_id: meter.id, reason: '設置前' }] })
    return { id, meter }
  }
  const asCall = (statement: ReturnType<typeof sql>) =>
    database.inOrganization(test.own.id, test.own.admin.id, (tx) => tx.execute(statement))
  const asOwner = (statement: ReturnType<typeof sql>) => database.asSystem((tx) => tx.execute(statement))
  const further = async (id: number) => {
    const { id: meterId } = await addCounter()
    return sql`insert into closing_meters (closing_id, organization_id, meter_id, month, version, meter_name, from_at,
        state, mark, adjustment, segments, checks, reason)
      values (${id}, ${test.own.id}, ${meterId}, '2026-09', 1, 'm', now(), 'missing', 'unknown', 0, '[]', '[]', 'r')`
  }

  it.each([
    ['changed', (id: number) => sql`update closing_meters set usage = 1 where closing_id = ${id}`],
    ['deleted', (id: number) => sql`delete from closing_meters where closing_id = ${id}`],
    ['dated differently', (id: number) => sql`update closings set closed_at = now() where id = ${id}`],
    ['forgotten', (id: number) => sql`delete from closings where id = ${id}`],
    ['emptied', () => sql`truncate closing_meters`],
    ['emptied with its cycles', () => sql`truncate closing_cycles cascade`],
  ])('is never %s, neither by a call nor by the owner of the table', async (_how, statement) => {
    const { id } = await build()
    await expect(asCall(statement(id))).rejects.toMatchObject({ cause: { code: '42501' } })
    await expect(asOwner(statement(id))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('never changed or deleted') },
    })
  })

  it('does not end before it begins', async () => {
    const { id } = await build()
    const again = sql`insert into closings (organization_id, cycle_id, month, version, closing_date, from_at, to_at,
        device_tolerance_hours, round_tolerance_days, rules, meter_count, closed_at, user_id)
      select organization_id, cycle_id, '2026-10', 1, closing_date, to_at, from_at, 1, 1, 1, 1, closed_at, user_id
      from closings where id = ${id}`
    for (const as of [asCall, asOwner])
      await expect(as(again)).rejects.toMatchObject({ cause: { constraint: 'closings_period' } })
  })

  it('takes no further meter', async () => {
    const { id } = await build()
    for (const as of [asCall, asOwner])
      await expect(as(await further(id))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('is complete') },
      })
  })
})

describe('a month that was closed before an initialisation', () => {
  it('stays as it was closed and settles nothing later; closed again, it is compared', async () => {
    const meter = await addCounter()
    const cycle = await addCycle(database, test.own.id, [meter.id])
    await read(meter, '2026-09-01T00:00', 700)
    await read(meter, '2026-10-01T00:00', 1031)
    await closed(cycle, '2026-09')
    await database.asSystem(async (tx) => {
      await tx.execute(sql`delete from readings where meter_id = ${meter.id}`)
      await tx.execute(sql`
        insert into data_resets (organization_id, started_by_user_id, started_at)
        values (${test.own.id}, ${test.own.admin.id}, (select max(closed_at) from closings))`)
    })
    await read(meter, '2026-09-01T00:00', 20)
    const filled = await read(meter, '2026-10-01T00:00', 50)
    await read(meter, '2026-11-01T00:00', 90)
    expect(await states(cycle, '2026-09')).toEqual([['closed', 331, null]])
    expect((await board(cycle, '2026-10')).meters).toMatchObject([
      { usage: 40, adjustment: 0, start: { value: 50 } },
    ])
    await closed(cycle, '2026-09', { version: 2, reason: closeAgain })
    expect(await states(cycle, '2026-09')).toEqual([['closed', 30, null]])
    await correct(filled, 45)
    expect(await states(cycle, '2026-09')).toEqual([['corrected', 30, -5]])
    expect((await board(cycle, '2026-10')).meters).toMatchObject([{ usage: 40, adjustment: -5 }])
  })
})

it('cycles, closings and estimates are live changes of their organization, and of no other', async () => {
  const heard: string[] = []
  const foreign: string[] = []
  const leave = [
    test.deps.changes.subscribe(test.own.id, ({ noun }) => heard.push(noun)),
    test.deps.changes.subscribe(test.other.id, ({ noun }) => foreign.push(noun)),
  ]
  const meter = await addCounter()
  await read(meter, '2026-09-01T00:00', 500)
  const cycle = { name: '実況', closing_day: 31, closing_hour: 24, meter_ids: [meter.id] }
  const body = { ...cycle, device_tolerance_hours: 24, round_tolerance_days: 3, organization_id: test.own.id }
  const ask = (method: 'POST' | 'PUT' | 'DELETE', path: string, sent?: object) =>
    test.ask(method, `/api/v1/${path}`, { as: test.own.admin, ...(sent && { body: sent }) })
  const { id } = dataOf('createClosingCycle', await ask('POST', 'closing-cycles', body))
  await expect.poll(() => heard).toContain('closings')
  const reason = '設置前'
  const exceptions = [{ meter_id: meter.id, reason }]
  const acts = [
    () => ask('PUT', `closing-cycles/${id}`, { ...body, closing_day: 30 }),
    () => close({ id }, '2026-09', { exceptions }),
    () => close({ id }, '2026-09', { version: 2, reason, exceptions }),
    async () => {
      const { id: added } = await estimate(meter, '2026-10-01', 520)
      await expect.poll(() => heard).toContain('closings')
      heard.length = 0
      return ask('DELETE', `meters/${meter.id}/estimates/${added}`)
    },
  ]
  for (const act of acts) {
    heard.length = 0
    expect((await act()).status).toBeLessThan(300)
    await expect.poll(() => heard).toContain('closings')
  }
  expect(foreign).toEqual([])
  for (const unsubscribe of leave) unsubscribe()
})
