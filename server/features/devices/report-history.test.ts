// Covers docs/requirements.md: 344, 362, 389, 403

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categoryType } from '../../../contract/categories.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addMeter, addPicture, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { newPicture } from '../../../tests/support/server/device-calls.ts'
import type { Tx } from '../../db/client.ts'
import { categories, deviceErrors, deviceOutages, deviceReports } from '../../db/schema.ts'
import { historyOf } from './report-history.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Given = Partial<typeof deviceReports.$inferInsert>
const addCamera = async () => (await addDevice(test.deps.database, test.own.id, { type: 2 })).id

async function addReport(deviceId: number, at: string, given: Given = {}): Promise<number> {
  const createdAt = new Date(at)
  const [row] = await test.deps.database.asSystem((tx) =>
    tx
      .insert(deviceReports)
      .values({
        organizationId: test.own.id,
        deviceId,
        kind: 'picture',
        createdAt,
        receivedAt: createdAt,
        ...given,
      })
      .returning({ id: deviceReports.id }),
  )
  return row?.id ?? 0
}

/** One report a minute; the signal swings between -60 and -70 dBm, and drops where it is said to. */
const addMinutes = (deviceId: number, count: number, drops: readonly number[] = []) =>
  test.deps.database.asSystem((tx) =>
    tx.execute(sql`
      insert into device_reports (organization_id, device_id, kind, created_at, received_at, dbm)
      select ${test.own.id}, ${deviceId}, 'heartbeat', at, at,
        case when minute = any(${`{${drops.join(',')}}`}::int[]) then -99 else -65 + (minute % 11) - 5 end
      from generate_series(0, ${count - 1}::int) as minute,
        lateral (select '2026-01-01T00:00:00Z'::timestamptz + minute * interval '1 minute' as at) as times`),
  )

const ask = (id: number, query = '') =>
  test.ask('GET', `/api/v1/device-history/${id}${query}`, { as: test.own.general })
const history = async (...asked: Parameters<typeof ask>) => dataOf('deviceHistory', await ask(...asked))
const everything = { from: null, before: null }
const historyIn = (id: number, options = {}) =>
  test.deps.database.inOrganization(test.own.id, null, (tx) =>
    historyOf(tx, test.own.id, id, everything, options),
  )

/** Rows of reports read so far. */
async function readReports(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(sql`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname = 'device_reports'`)
  return rows[0]?.read ?? 0
}

describe('the history of a device', () => {
  it('says how long a device was silent at the report that ended it', async () => {
    const id = await addCamera()
    const at = '2026-11-21T09:10:00+09:00'
    await addReport(id, at, { other: '時計のずれを直しました' })
    await test.deps.database.asSystem((tx) =>
      tx.insert(deviceOutages).values({
        organizationId: test.own.id,
        deviceId: id,
        since: new Date('2026-11-18T15:00:00+09:00'),
        noticedAt: new Date('2026-11-18T18:03:00+09:00'),
        cause: 'unknown',
        endedAt: new Date(at),
        missing: 3,
      }),
    )
    expect((await history(id)).map(({ other }) => other)).toEqual([
      '通信が復旧（2026-11-18 15:00 から約3日途絶、復旧時点の未着 3件）、時計のずれを直しました',
    ])
  })

  it('has its reports in a span, oldest first, with what they said', async () => {
    const [id, other] = [await addCamera(), await addCamera()]
    await addReport(id, '2026-11-20T15:00:00+09:00', {
      dbm: -71,
      batteryPer: 80,
      other: '時計',
      logs: 'boot',
    })
    await addReport(id, '2026-11-19T15:00:00+09:00', { dbm: null })
    await addReport(id, '2026-11-21T00:00:00+09:00', { dbm: -90 })
    await addReport(other, '2026-11-20T15:00:00+09:00')
    const found = await history(id, '?created_span=2026-11-19>,2026-11-20<')
    expect(found).toMatchObject([
      { created_at: '2026-11-19T15:00:00.000+09:00', dbm: null, battery_per: null, other: null, logs: null },
      {
        created_at: '2026-11-20T15:00:00.000+09:00',
        dbm: -71,
        battery_per: 80,
        other: '時計',
        logs: 'boot',
        error_id: null,
        ai_predict_status: null,
      },
    ])
    expect(await history(id)).toHaveLength(3)
    expect(await history(id, '?created_span=2026-11-21>')).toHaveLength(1)
    expect(await history(id, '?created_span=2026-11-22>,2026-11-20<')).toEqual([])
    const wrong = await ask(id, '?created_span=2026-13-01>')
    expect(wrong.status).toBe(400)
    expect(failureOf(wrong).issues?.map(({ path }) => path)).toEqual(['created_span'])
  })

  it('says what became of the readings of a report, and names its error', async () => {
    const id = await addCamera()
    const meter = await addMeter(test.deps.database, test.own.id)
    const reportId = await addReport(id, '2026-11-20T15:00:00+09:00')
    const read = (readState: 0 | 1 | 2, more: object = {}) =>
      addReading(test.deps.database, meter, { reportId, readState, ...more })
    await read(1)
    await read(1)
    await read(0)
    await read(2, { deletedAt: new Date() })
    const [error] = await test.deps.database.asSystem((tx) =>
      tx
        .insert(deviceErrors)
        .values({
          organizationId: test.own.id,
          deviceId: id,
          reportId,
          errorMessage: 'レンズ',
          createdAt: new Date(),
        })
        .returning(),
    )
    expect(await history(id)).toMatchObject([
      { id: reportId, error_id: error?.id, ai_predict_status: '読取済 2件、読取中 1件' },
    ])
  })

  it('counts pictures that wait for settings, and those that wait for a value', async () => {
    const { database } = test.deps
    const id = await addCamera()
    const reportId = await addReport(id, '2026-11-20T15:00:00+09:00')
    const special = await database.asSystem((tx) =>
      tx.select({ id: categories.id }).from(categories).where(eq(categories.type, categoryType.special)),
    )
    const unset = await addMeter(database, test.own.id, { settings: null })
    const unreadable = await addMeter(database, test.own.id, { meterCategoryId: special[0]?.id ?? 0 })
    const { sha256 } = await addPicture(test.deps, test.own.id, await newPicture())
    const waiting = {
      reportId,
      readState: 3,
      valueSource: 'reader',
      value: null,
      pictureSha256: sha256,
    } as const
    await addReading(database, unset, waiting)
    await addReading(database, unset, waiting)
    await addReading(database, unreadable, waiting)
    expect(await history(id)).toMatchObject([{ ai_predict_status: '設定待ち 2件、入力待ち 1件' }])
  })

  it('of 2,000 reports is whole, of more a selection with every drop of the signal', async () => {
    const [few, many] = [await addCamera(), await addCamera()]
    await addMinutes(few, 2000)
    expect(await historyIn(few)).toHaveLength(2000)
    const drops = [1, 777, 5000, 12_345, 19_998]
    await addMinutes(many, 20_000, drops)
    const rows = await historyIn(many)
    expect(rows.length).toBeGreaterThan(800)
    expect(rows.length).toBeLessThanOrEqual(1800)
    const minuteOf = (at: number) => (at - Date.UTC(2026, 0, 1)) / 60_000
    expect(rows.filter(({ dbm }) => dbm === -99).map(({ createdAt }) => minuteOf(createdAt))).toEqual(drops)
    // The strongest and weakest of every bucket are there, and both ends.
    const strengths = new Set(rows.map(({ dbm }) => dbm))
    expect([strengths.has(-60), strengths.has(-70)]).toEqual([true, true])
    expect(minuteOf(rows[0]?.createdAt ?? 0)).toBe(0)
    expect(minuteOf(rows.at(-1)?.createdAt ?? 0)).toBe(19_999)
    const times = rows.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort((one, next) => one - next))
  })

  it('has the one drop of a month of minutes before a year of silence', async () => {
    const id = await addCamera()
    await addMinutes(id, 20_000, [12_345])
    await addReport(id, '2027-01-20T00:00:00Z', { dbm: -65 })
    expect((await historyIn(id)).filter(({ dbm }) => dbm === -99)).toHaveLength(1)
  })

  it('of more than are scanned is sampled: as evenly, with what went wrong', async () => {
    const id = await addCamera()
    await addMinutes(id, 60_000)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        insert into device_errors (organization_id, device_id, report_id, error_message, created_at)
        select organization_id, device_id, id, 'レンズ', created_at from device_reports
        where device_id = ${id} order by created_at offset 30011 limit 1`),
    )
    const rows = await historyIn(id)
    expect(rows.length).toBeLessThanOrEqual(1800)
    expect(rows.filter(({ errorId }) => errorId !== null)).toHaveLength(1)
    const times = rows.map(({ createdAt }) => createdAt)
    const widest = Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? 0)))
    // A bucket is 150 minutes long.
    expect(widest).toBeLessThanOrEqual(2 * 150 * 60_000)
    const perDay = Map.groupBy(rows, ({ createdAt }) => Math.floor(createdAt / 86_400_000))
    for (const day of perDay.values()) {
      expect(Math.min(...day.map(({ dbm }) => dbm ?? 0))).toBe(-70)
      expect(Math.max(...day.map(({ dbm }) => dbm ?? -100))).toBe(-60)
    }
  })

  it('of very many reports reads no more of them than of some', async () => {
    const id = await addCamera()
    await addMinutes(id, 150_000)
    // As PostgreSQL does by itself once a table has grown.
    await test.deps.database.asSystem((tx) => tx.execute(sql`analyze device_reports`))
    const [rows, read] = await test.deps.database.inOrganization(test.own.id, null, async (tx) => {
      // Counts of earlier transactions of this connection may be in it.
      const before = await readReports(tx)
      const rows = await historyOf(tx, test.own.id, id, everything, { scanned: 3000 })
      return [rows, (await readReports(tx)) - before]
    })
    expect(rows.length).toBeGreaterThan(800)
    expect(rows.length).toBeLessThanOrEqual(1800)
    expect(read).toBeGreaterThan(rows.length)
    expect(read).toBeLessThan(60_000)
  })
})
