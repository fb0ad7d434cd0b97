import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/app.ts'
import { addMeter } from '../../tests/support/builders.ts'
import { listMeters } from '../features/meters/repository.ts'
import { type Page, placeOf } from '../features/readings/place.ts'
import { listReadings } from '../features/readings/repository.ts'
import type { Selection } from '../features/readings/selection.ts'
import { countReadings } from '../features/readings/tallies.ts'
import type { Tx } from './client.ts'

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
  stretch: { from: null, before: null },
  onlyPictures: false,
  onlyAbnormal: false,
  search: null,
  ...more,
})
const page = (sort: Page['sort']): Page => ({
  sort,
  skip: 0,
  limit: 50,
  after: { createdAt: new Date(), id: 5 },
})
const anywhere = { bounds: undefined, skip: 0, end: null }

it.each(['asc', 'desc'] as const)('readings come off an index in order, %s', async (sort) => {
  const plan = await planOf((tx) => listReadings(tx, everything(), page(sort), anywhere))
  expect(plan).toMatch(/Index Scan (Backward )?using readings_of_organization/)
  expect(plan).not.toMatch(/Sort/)
})

it('abnormal readings come off their own index in order', async () => {
  const plan = await planOf((tx) =>
    listReadings(tx, everything({ onlyAbnormal: true }), page('desc'), anywhere),
  )
  expect(plan).toMatch(/Index Scan Backward using readings_abnormal/)
  expect(plan).not.toMatch(/Sort/)
})

it('abnormal readings of one meter come off an index of theirs in order', async () => {
  const [meterId = 0] = meterIds
  const selection = everything({ meterIds: [meterId], onlyAbnormal: true })
  const plan = await planOf((tx) => listReadings(tx, selection, page('desc'), anywhere))
  expect(plan).toMatch(/Index Scan Backward using readings_abnormal_of_meter/)
  expect(plan).not.toMatch(/Sort/)
})

/** Readings that a page looks at: `rows` of the scans beneath, whether they are given or filtered out. */
const looked = (of: { selection: Selection; skip?: number; limit?: number }) =>
  test.deps.database.inOrganization(test.own.id, null, async (tx) => {
    const { selection, skip = 0, limit = 50 } = of
    const wanted: Page = { sort: 'desc', skip, limit, after: null }
    const place = await placeOf(tx, selection, wanted, 1_000_000)
    const plan = await explain(
      tx,
      listReadings(tx, selection, wanted, place).getSQL(),
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
  expect(await looked({ selection: everything(), skip: 19_000 })).toBeLessThan(1100)
})

it('a page of some meters looks at their latest days', async () => {
  expect(await looked({ selection: everything({ meterIds: meterIds.slice(0, 3) }) })).toBeLessThan(1100)
  expect(await looked({ selection: everything({ meterIds }), limit: 300 })).toBeLessThan(1100)
})

it('a page of pictures that there are none of looks at no reading', async () => {
  expect(await looked({ selection: everything({ onlyPictures: true }) })).toBe(0)
})

it('counting looks at tallies, and at readings only where a stretch begins and ends within a day', async () => {
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
  const { count, read: edge } = await read(everything({ stretch: { from, before: null } }))
  expect(count).toBe(20 * (30 * 24 + 11))
  expect(edge).toBeLessThan(1100)
})

/** Rows of readings that this transaction has fetched so far, by whatever way. */
async function readingsRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select (pg_stat_get_xact_tuples_returned('readings'::regclass)
      + pg_stat_get_xact_tuples_fetched('readings'::regclass))::float8 as n`)
  return rows[0]?.n ?? 0
}

it('the latest readings of each meter are a few steps into an index', async () => {
  const plan = await planOf((tx) => listMeters(tx, test.own.id))
  const latest = plan.slice(plan.indexOf('Limit'))
  expect(latest).toMatch(/Index Scan Backward using readings_of_meter/)
  expect(latest).not.toMatch(/Sort/)
})
