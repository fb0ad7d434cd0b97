// Covers docs/requirements.md: 286

import { and, eq, isNull, or, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertCalls, brief, occurring, past, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import type { Tx } from '../../db/client.ts'
import { alerts, readings } from '../../db/schema.ts'
import { announcePending } from '../notices/announce-alerts.ts'
import { reconcileAll, reconcileAround } from './reconcile.ts'

let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
})
afterAll(() => test.close())

interface Step {
  at: number
  value: number | null
  later: string
  corrected: number
}
const isAbnormal = (value: number | null) => value === null || value >= 0.8
const timeOf = (at: number) => new Date(Date.UTC(2026, 10, 20, 0, at))

async function insert(tx: Tx, meter: TestMeter, at: number, value: number | null) {
  const [reading] = await tx
    .insert(readings)
    .values({
      organizationId: meter.organizationId,
      meterId: meter.id,
      value,
      valueSource: 'entered',
      source: 'entry',
      isAbnormal: isAbnormal(value),
      createdAt: timeOf(at),
    })
    .returning()
  if (reading === undefined) throw new Error('nothing was inserted')
  return reading
}

/** The rule itself, by looking at every reading. */
function runsIn(kept: readonly { id: number; at: number; value: number | null }[]) {
  const runs: { first: number; latest: number; ended: number | null }[] = []
  let current: (typeof runs)[number] | null = null
  for (const { id, at, value } of kept.toSorted((a, b) => a.at - b.at || a.id - b.id)) {
    if (!isAbnormal(value)) {
      if (current !== null) current.ended = timeOf(at).getTime()
      current = null
    } else if (current === null) {
      current = { first: id, latest: id, ended: null }
      runs.push(current)
    } else current.latest = id
  }
  return runs
}

describe('alerts of readings that come, change and go in any order', () => {
  const step = fc.record({
    at: fc.integer({ min: 0, max: 12 }),
    value: fc.constantFrom(0.5, 0.9, null),
    later: fc.constantFrom('stays', 'stays', 'is corrected', 'is deleted'),
    corrected: fc.constantFrom(0.4, 0.95),
  })

  /** One transaction for all steps, as each call makes them. */
  const play = (meter: TestMeter, steps: readonly Step[], until: (tx: Tx) => Promise<void>) =>
    test.deps.database.inOrganization(test.own.id, null, async (tx) => {
      const kept: { id: number; at: number; value: number | null }[] = []
      for (const { at, value, later, corrected } of steps) {
        const reading = await insert(tx, meter, at, value)
        await reconcileAround(test.deps, tx, meter, reading)
        if (later === 'stays') kept.push({ id: reading.id, at, value })
        else {
          const isDeleted = later === 'is deleted'
          const change = isDeleted
            ? { deletedAt: new Date() }
            : { value: corrected, isAbnormal: isAbnormal(corrected) }
          await tx.update(readings).set(change).where(eq(readings.id, reading.id))
          await reconcileAround(test.deps, tx, meter, reading)
          if (!isDeleted) kept.push({ id: reading.id, at, value: corrected })
        }
      }
      await until(tx)
      return kept
    })

  it('are what the readings in the order of measurement make of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const meter = await calls.meterOf()
        // Those that a correction ended follow no readings.
        const stored = () =>
          test.deps.database.asSystem((tx) =>
            tx
              .select()
              .from(alerts)
              .where(
                and(
                  eq(alerts.meterId, meter.id),
                  or(isNull(alerts.endReason), eq(alerts.endReason, 'value')),
                ),
              )
              .orderBy(alerts.createdAt, alerts.firstReadingId),
          )
        const kept = await play(meter, steps, async () => {})
        const around = await stored()
        expect(
          around.map(({ firstReadingId, readingId, isAlert, updatedAt }) => ({
            first: firstReadingId,
            latest: readingId,
            ended: isAlert ? null : updatedAt.getTime(),
          })),
        ).toEqual(runsIn(kept))
        await play(meter, [], (tx) => reconcileAll(test.deps, tx, meter))
        expect(await stored()).toEqual(around)
      }),
      { numRuns: 12 },
    )
  })

  it('are the same when fifty come at the same moment', async () => {
    const meter = await calls.meterOf()
    const sent = Array.from({ length: 50 }, (_, at) => calls.send(meter, at, at % 10 < 6 ? 0.9 : 0.5))
    await Promise.all(sent)
    expect(await calls.of(meter)).toEqual([0, 10, 20, 30, 40].map((from) => past(from, from + 5, from + 6)))
  })
})

describe('a reading and its alert', () => {
  it('are kept together or not at all, when the connection dies between them', async () => {
    const meter = await calls.meterOf()
    const { asSystem } = test.deps.database
    const status = await asSystem(async (tx) => {
      await tx.execute(sql`lock table alerts in exclusive mode`)
      const sending = calls.post(meter, 0, 0.9)
      const waiting = sql`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "alerts"%'`
      await expect
        .poll(async () => (await asSystem((other) => other.execute(waiting))).rows)
        .toEqual([{ ended: true }])
      return (await sending).status
    })
    expect(status).toBe(503)
    expect(await calls.of(meter)).toEqual([])
    const { rows } = await asSystem((tx) =>
      tx.execute(sql`select id from readings where meter_id = ${meter.id}`),
    )
    expect(rows).toEqual([])
  })

  it('of one meter do not wait for those of another', async () => {
    const [held, free] = [await calls.meterOf(), await calls.meterOf()]
    await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`select from meters where id = ${held.id} for no key update`)
      await calls.send(free, 0, 0.9)
      expect(await calls.of(free)).toEqual([occurring(0, 0)])
    })
  })
})

/** What is announced of a meter: one row a mail, in the order in which they are enqueued. */
const announced = async (meter: TestMeter) => {
  await announcePending(test.deps)
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<{ alert: number }>(sql`
      select (data->>'id')::int as alert from pgboss.job
      where name = 'notice-mail' and (data->>'userId')::int = ${test.own.admin.id}
        and exists (select from alerts where id = (data->>'id')::bigint and meter_id = ${meter.id})
      order by created_on, id`),
  )
  return rows.map(({ alert }) => alert)
}
describe('what is announced', () => {
  it('is an alert that opens, once for each member who wants mail, not its updates', async () => {
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update memberships set is_alert_mail = true where user_id = ${test.own.admin.id}`),
    )
    const meter = await calls.meterOf()
    for (const [at, value] of [0.9, 0.95, 0.5, 0.9].entries()) await calls.send(meter, at, value)
    expect(await announced(meter)).toEqual((await calls.alertsOf(meter)).map(({ id }) => id))
  })

  it('of a changed range is only what is occurring', async () => {
    const meter = await calls.meterOf({ emergencyStartValue: null, emergencyEndValue: null })
    for (const [at, value] of [0.9, 0.5, 0.9].entries()) await calls.send(meter, at, value)
    await calls.setRange(meter, 0.8, 1)
    const made = await calls.alertsOf(meter)
    expect(made.map(brief)).toEqual([past(0, 0, 1), occurring(2, 2)])
    expect(await announced(meter)).toEqual([made[1]?.id])
  })
})
