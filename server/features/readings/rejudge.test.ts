// Covers docs/requirements.md: 7, 132

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAbnormal } from '../../../contract/values/abnormal.ts'
import { alertCalls, brief, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { runRejudge } from '../../jobs/rejudge-meter.ts'
import { reconcileAll } from '../alerts/reconcile.ts'
import { batchSize, rejudgeBatch } from './rejudge.ts'
import { beginRejudgement } from './rejudgements.ts'

// Nobody works on jobs here: they are run by hand, in any order.
let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
})
afterAll(() => test.close())

const jobOf = (meter: TestMeter) => ({ organizationId: meter.organizationId, meterId: meter.id })
const run = (meter: TestMeter) => runRejudge(test.deps, jobOf(meter))
const asSystem: TestApp['deps']['database']['asSystem'] = (work) => test.deps.database.asSystem(work)

const shown = async (meter: TestMeter) =>
  dataOf('meter', await test.ask('GET', `/api/v1/meters/${meter.id}`, { as: test.own.general }))

/** A meter with a reading a minute, from the newest backwards, whose values go up and down between 0 and 1. */
async function longHistory(readings: number): Promise<TestMeter> {
  const meter = await calls.meterOf()
  await asSystem((tx) =>
    tx.execute(sql`
      insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      select ${meter.organizationId}, ${meter.id}, value, 'entered', 'entry', value >= 0.8, at
      from (select (n % 100) / 100.0 as value, timestamptz '2026-11-20 00:00Z' - n * interval '1 min' as at
        from generate_series(1, ${readings}::int) as n) as given`),
  )
  await test.deps.database.inOrganization(test.own.id, null, (tx) => reconcileAll(test.deps, tx, meter))
  return meter
}

/** Readings that are not as the meter’s range says. */
async function wronglyJudged(meter: TestMeter): Promise<number> {
  const range = await shown(meter)
  const { rows } = await asSystem((tx) =>
    tx.execute<{ value: number | null; judged: boolean }>(
      sql`select value, is_abnormal as judged from readings where meter_id = ${meter.id} and deleted_at is null`,
    ),
  )
  return rows.filter(({ value, judged }) => judged !== isAbnormal({ value, read_state: null }, range)).length
}

const jobsOf = async (meter: TestMeter) => {
  const { rows } = await asSystem((tx) =>
    tx.execute(
      sql`select id from pgboss.job where name = 'rejudge-meter' and (data->>'meterId')::int = ${meter.id}`,
    ),
  )
  return rows.length
}

const daysOf = async (meter: TestMeter) => {
  const { rows } = await asSystem((tx) =>
    tx.execute(
      sql`select day::text, readings, abnormal from reading_days where meter_id = ${meter.id} order by day`,
    ),
  )
  return rows
}

describe('a changed range of a long history', () => {
  it('holds at once for what comes, is told with its progress, and ends with every reading judged by it', async () => {
    const meter = await longHistory(3 * batchSize + 500)
    expect((await calls.setRange(meter, 0.5, 0.6)).status).toBe(200)
    expect((await shown(meter)).rejudging).toEqual({ total: 3500, done: 0 })
    await calls.send(meter, 30, 0.55)
    await calls.send(meter, 31, 0.9)
    expect(dataOf('alerts', await calls.list('is_alert=1&limit=1000'))).toEqual([])

    expect(await jobsOf(meter)).toBe(1)
    await runRejudge(test.deps, jobOf(meter), 1)
    expect((await shown(meter)).rejudging).toEqual({ total: 3500, done: 1000 })
    expect(await wronglyJudged(meter)).toBeGreaterThan(0)
    // What a job leaves is the next one's.
    expect(await jobsOf(meter)).toBe(2)
    await run(meter)
    expect((await shown(meter)).rejudging).toBeNull()
    expect(await wronglyJudged(meter)).toBe(0)

    const kept = await daysOf(meter)
    await asSystem((tx) => tx.execute(sql`select rebuild_reading_days(${test.own.id})`))
    expect(await daysOf(meter)).toEqual(kept)
    const before = await calls.of(meter)
    await test.deps.database.inOrganization(test.own.id, null, (tx) => reconcileAll(test.deps, tx, meter))
    expect(await calls.of(meter)).toEqual(before)
    expect(before.length).toBeGreaterThan(30)
  })

  it('that is changed once more meanwhile is judged by the newest range from the beginning', async () => {
    const meter = await longHistory(3 * batchSize + 500)
    await calls.setRange(meter, 0.5, 0.6)
    await rejudgeBatch(test.deps, jobOf(meter))
    await calls.setRange(meter, 0.2, 0.3)
    expect((await shown(meter)).rejudging).toEqual({ total: 3500, done: 0 })
    // As many jobs as changes; the second finds nothing left.
    await run(meter)
    await run(meter)
    expect(await wronglyJudged(meter)).toBe(0)
  })

  it('goes on where a job died', async () => {
    const meter = await longHistory(3 * batchSize + 500)
    await calls.setRange(meter, 0.5, 0.6)
    await rejudgeBatch(test.deps, jobOf(meter))
    await asSystem(async (tx) => {
      await tx.execute(sql`select from meters where id = ${meter.id} for update`)
      const dying = run(meter)
      const died = expect(dying).rejects.toThrow()
      await expect.poll(() => waiting(true)).toEqual([{ ended: true }])
      await died
    })
    expect((await shown(meter)).rejudging).toEqual({ total: 3500, done: 1000 })
    await run(meter)
    expect((await shown(meter)).rejudging).toBeNull()
    expect(await wronglyJudged(meter)).toBe(0)
  })

  it('lets readings of the meter in between its batches', async () => {
    const meter = await longHistory(4 * batchSize)
    await calls.setRange(meter, 0.5, 0.6)
    let judging: Promise<void> | undefined
    let writing: Promise<unknown> | undefined
    await asSystem(async (tx) => {
      await tx.execute(sql`select from meters where id = ${meter.id} for update`)
      judging = run(meter)
      await expect.poll(() => waiting()).toHaveLength(1)
      writing = Promise.all([0, 1, 2, 3].map((at) => calls.send(meter, at, 0.55)))
      await expect.poll(() => waiting()).toHaveLength(5)
    })
    await writing
    expect((await shown(meter)).rejudging).not.toBeNull()
    await judging
    expect(await wronglyJudged(meter)).toBe(0)
  })
})

/** Who waits for a lock of a meter; told to end, if asked. */
const waiting = async (end = false) => {
  const { rows } = await asSystem((tx) =>
    tx.execute(sql`
      select ${end ? sql`pg_terminate_backend(pid)` : sql`true`} as ended from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'select "meters"."id"%'`),
  )
  return rows
}

describe('judging in batches', () => {
  const minute = fc.integer({ min: 0, max: 9 })
  const value = fc.constantFrom(0.1, 0.4, 0.9, null)
  const bounds = fc.constantFrom<[number, number] | null>([0.3, 0.5], [0, 0.2], [0, 1], null)
  const history = fc.record({
    readings: fc.array(fc.record({ at: minute, value }), { minLength: 3, maxLength: 9 }),
    confirmed: fc.boolean(),
    range: bounds,
    size: fc.integer({ min: 1, max: 4 }),
    meanwhile: fc.array(
      fc.record({
        what: fc.constantFrom('comes', 'is corrected', 'is deleted'),
        which: fc.nat(),
        at: minute,
        value,
      }),
      { maxLength: 4 },
    ),
  })
  type History = typeof history extends fc.Arbitrary<infer T> ? T : never

  /** The alerts in the end: judged in one transaction, or so many readings a transaction, with changes in between. */
  async function play({ readings, confirmed, range, meanwhile }: History, size: number) {
    const meter = await calls.meterOf()
    const ids: number[] = []
    for (const { at, value: sent } of readings) ids.push(await calls.send(meter, at, sent))
    if (confirmed) {
      const [last] = (await calls.alertsOf(meter)).toReversed()
      if (last) await calls.confirm(last.id)
    }
    const [start, end] = range ?? [null, null]
    await test.deps.database.inOrganization(test.own.id, null, async (tx) => {
      await tx.execute(
        sql`update meters set emergency_start_value = ${start}, emergency_end_value = ${end} where id = ${meter.id}`,
      )
      await beginRejudgement(tx, meter, readings.length)
    })
    let left = await rejudgeBatch(test.deps, jobOf(meter), size)
    for (const { what, which, at, value: changed } of meanwhile) {
      const id = ids[which % ids.length] ?? 0
      if (what === 'comes') ids.push(await calls.send(meter, at, changed))
      else if (what === 'is corrected') await calls.correct(id, changed)
      else await calls.remove(id)
      left = left && (await rejudgeBatch(test.deps, jobOf(meter), size))
    }
    while (left) left = await rejudgeBatch(test.deps, jobOf(meter), size)
    expect(await wronglyJudged(meter)).toBe(0)
    // By all of their fields: of several readings of one minute, each may have an alert.
    // Alerts that ended by the range or a correction: which of both depends on the batch that was done by then.
    return (await calls.alertsOf(meter))
      .filter(({ end_reason: reason }) => reason === null || reason === 'value')
      .map((alert) => JSON.stringify(brief(alert)))
      .toSorted()
  }

  it('comes to the same alerts as judging in one transaction, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        expect(await play(given, given.size)).toEqual(await play(given, 1000))
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })

  it('ends an occurring alert with all of its readings, where no batch finds it abnormal', async () => {
    const meter = await calls.meterOf()
    for (const [at, sent] of [0.85, 0.9, 0.95, 0.9].entries()) await calls.send(meter, at, sent)
    const [occurring] = await calls.alertsOf(meter)
    await test.deps.database.inOrganization(test.own.id, null, async (tx) => {
      await tx.execute(sql`update meters set emergency_start_value = 0.99 where id = ${meter.id}`)
      await beginRejudgement(tx, meter, 4)
    })
    while (await rejudgeBatch(test.deps, jobOf(meter), 1)) {}
    expect(await calls.alertsOf(meter)).toEqual([
      {
        ...occurring,
        is_alert: false,
        end_reason: 'range',
        updated_at: expect.any(String),
        meter_value: {
          ...occurring?.meter_value,
          meter: { ...occurring?.meter_value.meter, emergency_start_value: 0.99 },
        },
      },
    ])
  })

  it('leaves an alert that goes on occurring as it is, and tells nobody anew', async () => {
    const meter = await calls.meterOf()
    for (const [at, sent] of [0.9, 0.9, 0.9, 0.9].entries()) await calls.send(meter, at, sent)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    const { rows: told } = await asSystem((tx) => tx.execute(sql`select id from pgboss.job`))
    await test.deps.database.inOrganization(test.own.id, null, async (tx) => {
      await tx.execute(sql`update meters set emergency_start_value = 0.5 where id = ${meter.id}`)
      await beginRejudgement(tx, meter, 4)
    })
    while (await rejudgeBatch(test.deps, jobOf(meter), 1)) {}
    expect((await calls.alertsOf(meter)).map((alert) => [alert.id, alert.is_alert])).toEqual([[id, true]])
    expect((await asSystem((tx) => tx.execute(sql`select id from pgboss.job`))).rows).toEqual(told)
  })
})
