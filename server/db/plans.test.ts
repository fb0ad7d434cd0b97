// Covers docs/requirements.md: 309, 610, 613, 709, 1084

import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addDevice, addMeter, addReading } from '../../tests/support/server/builders.ts'
import type { Cursor } from '../cursor.ts'
import { countAlerts, listAlerts, timeOf } from '../features/alerts/repository.ts'
import { candidatesSql } from '../features/closings/candidates.ts'
import { listDevices } from '../features/devices/repository.ts'
import { listMeters } from '../features/meters/repository.ts'
import { listDue } from '../features/notices/announce-unconfirmed.ts'
import { followMeasuredAt } from '../features/readings/follow-measured-at.ts'
import { findPageBounds, type Page } from '../features/readings/page-bounds.ts'
import { listReadings, pageSql } from '../features/readings/repository.ts'
import { countReadings } from '../features/readings/rollup-counts.ts'
import type { Selection } from '../features/readings/selection.ts'
import { seriesOf } from '../features/readings/series.ts'
import { stopsSql } from '../features/rounds/stops.ts'
import { indicesSql } from '../features/usages/indices.ts'
import type { Tx } from './client.ts'
import { alertReminders, deviceReports, devices, pictures } from './schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const { database, own } = { ...test.deps, own: test.own }
  const ids: number[] = []
  for (let index = 0; index < 20; index++) ids.push((await addMeter(database, own.id)).id)
  // Twenty meters, 40 days, a reading an hour: enough for the planner to know what is worth an index.
  await database.asSystem(async (tx) => {
    await tx.execute(sql`
      insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      select ${own.id}, id, 1, 'reader', 'analog', i % 50 = 0, timestamptz '2026-11-01 00:00+09' - i * interval '1 hour'
      from meters, generate_series(1, 960) as i where organization_id = ${own.id}`)
    await tx.execute(sql`analyze`)
  })
  meterIds = ids
})
afterAll(() => test.close())

let meterIds: number[]

const explain = async (tx: Tx, query: SQL, options = '') => {
  const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${sql.raw(options)} ${query}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** The plan when sorting is the last resort: a sort in it means that no index has the order that was asked for. */
const planOf = (query: (tx: Tx) => { getSQL(): SQL }) =>
  test.deps.database.inOrganization(test.own.id, null, async (tx) => {
    await tx.execute(sql`set local enable_sort = off`)
    await tx.execute(sql`set local enable_seqscan = off`)
    return explain(tx, query(tx).getSQL())
  })

const everything = (more: Partial<Selection> = {}): Selection => ({
  organizationId: test.own.id,
  timeZone: 'Asia/Tokyo',
  meterIds: null,
  interval: { from: null, before: null },
  onlyPictures: false,
  onlyAbnormal: false,
  onlyKnownTimes: false,
  waitingFor: null,
  search: null,
  ...more,
})
const page = (sort: Page['sort']): Page => ({
  sort,
  skip: 0,
  limit: 50,
  after: { at: new Date(), id: 5 },
})
const anywhere = { bounds: undefined, skip: 0, end: null }

it.each(['asc', 'desc'] as const)('readings come off an index in order, %s', async (sort) => {
  const plan = await planOf(() => pageSql(everything(), page(sort), anywhere))
  expect(plan).toMatch(/Index Scan (Backward )?using readings_of_organization/)
  expect(plan).not.toMatch(/Sort/)
})

it('abnormal readings come off their own index in order', async () => {
  const plan = await planOf(() => pageSql(everything({ onlyAbnormal: true }), page('desc'), anywhere))
  expect(plan).toMatch(/Index Scan Backward using readings_abnormal/)
  expect(plan).not.toMatch(/Sort/)
})

it('abnormal readings of one meter come off an index of theirs in order', async () => {
  const [meterId = 0] = meterIds
  const selection = everything({ meterIds: [meterId], onlyAbnormal: true })
  const plan = await planOf(() => pageSql(selection, page('desc'), anywhere))
  expect(plan).toMatch(/Index Scan Backward using readings_abnormal_of_meter/)
  expect(plan).not.toMatch(/Sort/)
})

/** Readings that a page looks at: `rows` of the scans beneath, whether they are given or filtered out. */
const rowsOfPage = (of: { selection: Selection; skip?: number; limit?: number }) =>
  test.deps.database.inOrganization(test.own.id, null, async (tx) => {
    const { selection, skip = 0, limit = 50 } = of
    const wanted: Page = { sort: 'desc', skip, limit, after: null }
    const pageBounds = await findPageBounds(tx, selection, wanted, 1_000_000)
    const plan = await explain(
      tx,
      pageSql(selection, wanted, pageBounds),
      '(analyze, timing off, summary off, costs off)',
    )
    expect(plan).not.toMatch(/Seq Scan on readings/)
    const scans = plan.split(/(?=->)/).filter((node) => /on readings(?! m)/.test(node))
    const numbers = scans.map((scan) => {
      const given = Number(/rows=([\d.]+)/.exec(scan)?.[1])
      const dropped = Number(/Rows Removed by Filter: (\d+)/.exec(scan)?.[1] ?? 0)
      return (given + dropped) * Number(/loops=(\d+)/.exec(scan)?.[1])
    })
    return Math.max(0, ...numbers)
  })

// 19,200 readings, 480 a day.
it('a page deep inside looks at its own days, not at what is skipped', async () => {
  expect(await rowsOfPage({ selection: everything(), skip: 19_000 })).toBeLessThan(1100)
})

it('a page of some meters looks at their latest days', async () => {
  expect(await rowsOfPage({ selection: everything({ meterIds: meterIds.slice(0, 3) }) })).toBeLessThan(1100)
  expect(await rowsOfPage({ selection: everything({ meterIds }), limit: 300 })).toBeLessThan(1100)
})

it('a page of pictures that there are none of looks at no reading', async () => {
  expect(await rowsOfPage({ selection: everything({ onlyPictures: true }) })).toBe(0)
})

it('a page of a month looks at itself, also by the plan that serves every interval', async () => {
  const interval = {
    from: new Date('2026-10-01T00:00:00+09:00'),
    before: new Date('2026-11-01T00:00:00+09:00'),
  }
  const { database, own } = { ...test.deps, own: test.own }
  await database.inOrganization(own.id, null, async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`)
    for (const ids of [null, meterIds.slice(0, 1)]) {
      const before = await readingsRead(tx)
      const wanted: Page = { ...page('desc'), limit: 301, after: null }
      expect(await listReadings(tx, everything({ interval, meterIds: ids }), wanted, anywhere)).toHaveLength(
        301,
      )
      expect((await readingsRead(tx)) - before).toBeLessThan(700)
    }
  })
})

it.each([
  ['time', sql`time_mark = 'unconfirmed'`],
  ['settings', sql`read_state = 3, picture_sha256 = ${'b'.repeat(64)}`],
] as const)('a page of what waits for %s, and its count, look at these alone', async (waitingFor, waits) => {
  const { database, own } = { ...test.deps, own: test.own }
  const read = async (tx: Tx) => {
    const selection = everything({ waitingFor, meterIds })
    // So many rows of so many meters that a page of other readings is located by the rollups of days.
    const wanted: Page = { ...page('desc'), limit: 151, after: null }
    const bounds = await findPageBounds(tx, selection, wanted, 1000)
    return [await listReadings(tx, selection, wanted, bounds), await countReadings(tx, selection)] as const
  }
  await database.asSystem(async (tx) => {
    const bytes = { mediaType: 'image/jpeg', length: 1, width: 1, height: 1 }
    const picture = { sha256: 'b'.repeat(64), organizationId: own.id, ...bytes }
    await tx.insert(pictures).values(picture).onConflictDoNothing()
    await tx.execute(
      sql`update readings set ${waits} where meter_id = ${meterIds[7]} and created_at < timestamptz '2026-09-23'`,
    )
  })
  await database.inOrganization(own.id, null, async (tx) => {
    const before = await readingsRead(tx)
    const [rows, count] = await read(tx)
    expect((await readingsRead(tx)) - before).toBeLessThan(200)
    expect(count).toBeGreaterThan(10)
    expect(rows.map(({ meter_id: id }) => id)).toEqual(Array(count).fill(meterIds[7]))
  })
  await database.asSystem((tx) =>
    tx.execute(sql`update readings set time_mark = null, read_state = null where meter_id = ${meterIds[7]}`),
  )
})

it('a search among some meters looks at theirs alone', async () => {
  const search = { meterIds: [], period: null, digits: '12345' }
  const selection = everything({ meterIds: meterIds.slice(0, 3), search })
  expect(await rowsOfPage({ selection })).toBeLessThan(3 * 960 + 100)
})

it('a graph of very many readings looks at some steps a point, not at all of them', async () => {
  const { database, own } = { ...test.deps, own: test.own }
  const query = { meter_ids: meterIds, limit: 20 } as Parameters<typeof seriesOf>[2]
  await database.inOrganization(own.id, null, async (tx) => {
    const before = await readingsRead(tx)
    const { series } = await seriesOf(tx, { organizationId: own.id, timeZone: 'Asia/Tokyo' }, query, {
      maxRows: 10_000,
    })
    const points = series.reduce((sum, { points }) => sum + points.length, 0)
    expect(points).toBeGreaterThan(20 * 10)
    expect((await readingsRead(tx)) - before).toBeLessThan(10 * points)
  })
})

it('a graph of a text looks through the newest readings, and says that it did not come to the end', async () => {
  const { database, own } = { ...test.deps, own: test.own }
  const query = { meter_ids: meterIds, text: '1' } as Parameters<typeof seriesOf>[2]
  await database.inOrganization(own.id, null, async (tx) => {
    const before = await readingsRead(tx)
    const limits = { maxSearched: 960 }
    const found = await seriesOf(tx, { organizationId: own.id, timeZone: 'Asia/Tokyo' }, query, limits)
    expect(found.isPartial).toBe(true)
    // Two or three days of 480; counted, counted again for what is abnormal, downsampled, and the latest.
    expect((await readingsRead(tx)) - before).toBeLessThan(8000)
    expect(found.series.every(({ count }) => count > 24 && count <= 72)).toBe(true)
  })
})

it('counting looks at rollups, and at readings only where an interval begins and ends within a day', async () => {
  const read = async (selection: Selection) => {
    const { database } = test.deps
    return database.inOrganization(test.own.id, null, async (tx) => {
      const before = await readingsRead(tx)
      const count = await countReadings(tx, selection)
      return { count, read: (await readingsRead(tx)) - before }
    })
  }
  expect(await read(everything())).toEqual({ count: 19_200, read: 0 })
  const from = new Date('2026-10-01T12:30:00+09:00')
  const { count, read: edge } = await read(everything({ interval: { from, before: null } }))
  expect(count).toBe(20 * (30 * 24 + 11))
  expect(edge).toBeLessThan(1100)
})

/** Rows of a table that this transaction has fetched so far, by whatever way. */
async function rowsRead(tx: Tx, table: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select (pg_stat_get_xact_tuples_returned(${table}::regclass)
      + pg_stat_get_xact_tuples_fetched(${table}::regclass))::float8 as n`)
  return rows[0]?.n ?? 0
}
const readingsRead = (tx: Tx) => rowsRead(tx, 'readings')

describe('a page of alerts looks at itself, however many there are', () => {
  beforeAll(async () => {
    const { general, id } = test.own
    // Of each meter two hundred that are over and two hundred that were confirmed.
    await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`
        insert into alerts (organization_id, meter_id, is_alert, is_alerted, created_at, first_reading_id, latest_at,
          reading_id, updated_at, end_reason, confirm_at, confirmed_by_user_id)
        select ${id}, meters.id, false, not confirmed, at, reading.id, at, reading.id, at + i % 7 * interval '1 hour', 'value',
          case when confirmed then at + i % 11 * interval '1 hour' end, case when confirmed then ${general.id}::bigint end
        from meters, lateral (select id from readings where meter_id = meters.id limit 1) as reading,
          generate_series(1, 200) as i, unnest('{true,false}'::boolean[]) as confirmed,
          lateral (select timestamptz '2026-11-01 00:00+09' - i * interval '1 hour' as at) as started
        where organization_id = ${id} order by confirmed desc`)
      await tx.execute(sql`analyze alerts`)
    })
  })

  const states = [
    ['past', { isAlert: false, isAlerted: true }],
    ['confirmed', { isAlert: false, isAlerted: false, isConfirm: true }],
  ] as const
  const orders = ['created_at', 'updated_at', 'confirm_at', 'id'] as const

  it.each(states.flatMap(([state, filter]) => orders.map((by) => [state, by, filter] as const)))(
    '%s by %s',
    async (_state, by, filter) => {
      await test.deps.database.inOrganization(test.own.id, null, async (tx) => {
        const list = (more: { skip?: number; after?: Cursor }) =>
          listAlerts(tx, test.own.id, filter, { by, sort: 'desc', skip: 0, limit: 50, after: null, ...more })
        const [last] = await list({ skip: 2000 })
        if (last === undefined) throw new Error('no alert')
        for (const after of [undefined, { at: timeOf(last, by), id: last.alert.id }]) {
          const before = await rowsRead(tx, 'alerts')
          expect(await list(after ? { after } : {})).toHaveLength(50)
          expect((await rowsRead(tx, 'alerts')) - before).toBeLessThan(300)
        }
        expect(await countAlerts(tx, test.own.id, filter)).toBe(20 * 200)
      })
    },
  )

  it('what people are told again of is found among all of them by an index', async () => {
    await test.deps.database.inOrganization(test.own.id, null, async (tx) => {
      const now = test.deps.clock()
      await tx
        .insert(alertReminders)
        .values({ organizationId: test.own.id, repeatHours: 1, repeatFrom: new Date(0) })
      const before = await rowsRead(tx, 'alerts')
      expect(await listDue(tx, test.own.id, now)).toEqual([])
      expect((await rowsRead(tx, 'alerts')) - before).toBeLessThan(10)
    })
  })
})

it('the latest readings of each meter are a few steps into an index', async () => {
  const plan = await planOf((tx) => listMeters(tx, test.own.id))
  const latest = plan.slice(plan.indexOf('Limit'))
  expect(latest).toMatch(/Index Scan Backward using readings_of_meter/)
  expect(latest).not.toMatch(/Sort/)
})

it('when a device measured last, after its latest reading was moved far back, is a step into an index', async () => {
  const { database, own } = { ...test.deps, own: test.own }
  const [first, last] = [new Date('2026-09-22T00:00:00+09:00'), new Date('2026-11-01T00:00:00+09:00')]
  const camera = await addDevice(database, own.id, { type: 2, lastRecordedAt: last })
  const meter = await addMeter(database, own.id, { deviceId: camera.id })
  for (const createdAt of [first, new Date(first.getTime() + 60_000)])
    await addReading(database, meter, { deviceId: camera.id, source: 'camera', createdAt })
  await database.inOrganization(own.id, null, async (tx) => {
    const before = await readingsRead(tx)
    await followMeasuredAt(tx, own.id, camera, last, first)
    expect((await readingsRead(tx)) - before).toBeLessThan(10)
    const [device] = await tx.select().from(devices).where(eq(devices.id, camera.id))
    expect(device?.lastRecordedAt).toEqual(new Date(first.getTime() + 60_000))
  })
})

it('the latest picture of a device is a few steps into an index, however many signs of life follow it', async () => {
  const { database, own } = { ...test.deps, own: test.own }
  const camera = await addDevice(database, own.id, { type: 2 })
  const at = new Date('2026-10-01T00:00:00+09:00')
  const pictureSha256 = 'a'.repeat(64)
  await database.asSystem(async (tx) => {
    const bytes = { mediaType: 'image/jpeg', length: 1, width: 1, height: 1 }
    await tx.insert(pictures).values({ sha256: pictureSha256, organizationId: own.id, ...bytes })
    const ofCamera = { organizationId: own.id, deviceId: camera.id }
    await tx
      .insert(deviceReports)
      .values({ ...ofCamera, kind: 'picture', createdAt: at, receivedAt: at, pictureSha256 })
    await tx.execute(sql`
      insert into device_reports (organization_id, device_id, kind, created_at, received_at)
      select ${own.id}, ${camera.id}, 'heartbeat', at, at
      from generate_series(1, 5000) as i, lateral (select ${at.toISOString()}::timestamptz + i * interval '1 minute' as at) as beat`)
    await tx.execute(sql`analyze device_reports`)
  })
  await database.inOrganization(own.id, null, async (tx) => {
    const before = await rowsRead(tx, 'device_reports')
    const listed = await listDevices(tx, own.id, { type: undefined, withDeleted: false })
    expect((await rowsRead(tx, 'device_reports')) - before).toBeLessThan(50)
    expect(listed.find(({ device }) => device.id === camera.id)?.picture).toEqual({
      measuredAt: at,
      pictureSha256,
    })
  })
})

it('what has come of the meters of rounds comes off indexes, a few steps a meter', async () => {
  const at = new Date('2026-11-01')
  const walks = [{ beginsAt: new Date('2026-10-26'), endsAt: at, meterIds }]
  const plan = await planOf(() => ({ getSQL: () => stopsSql(test.own.id, walks) }))
  expect(plan).toMatch(/Index Scan Backward using readings_of_meter/)
  expect(plan).toMatch(/Index Scan Backward using skips_of_meter/)
  expect(plan).not.toMatch(/Seq Scan on (readings|skips|meters)/)
})

it('the indices at boundaries cost at most two steps into the index of a meter each', async () => {
  const asked = meterIds.flatMap((meterId) =>
    [5, 12, 31].map((day) => ({ meterId, at: Date.UTC(2026, 9, day, 3, 30) })),
  )
  const plan = await test.deps.database.inOrganization(test.own.id, null, (tx) =>
    explain(tx, indicesSql(test.own.id, asked), '(analyze, timing off, summary off, costs off)'),
  )
  const scans = plan.split(/(?=->)/).filter((node) => / on readings/.test(node))
  expect(scans).toHaveLength(2)
  for (const scan of scans) {
    expect(scan).toMatch(/Index Scan (Backward )?using readings_of_meter/)
    expect(scan).toMatch(/rows=1(\.00)? loops=60/)
    expect(scan).not.toMatch(/Rows Removed/)
  }
})

it.each(['until', 'behind'] as const)(
  'the closing reading %s a time costs one step into the index of a meter',
  async (side) => {
    const tolerance = { deviceHours: 24, roundDays: 3 }
    const times = meterIds.flatMap((meterId) =>
      [5, 12, 30].map((day) => ({ meterId, at: Date.UTC(2026, 9, day, 3, 30), tolerance })),
    )
    const plan = await test.deps.database.inOrganization(test.own.id, null, (tx) =>
      explain(tx, candidatesSql(test.own.id, times, side), '(analyze, timing off, summary off, costs off)'),
    )
    const scans = plan.split(/(?=->)/).filter((node) => / on readings/.test(node))
    expect(scans).toHaveLength(1)
    for (const scan of scans) {
      expect(scan).toMatch(/Index Scan (Backward )?using readings_of_meter/)
      expect(scan).toMatch(/rows=1(\.00)? loops=60/)
      expect(scan).not.toMatch(/Rows Removed/)
    }
  },
)
