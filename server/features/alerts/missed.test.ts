// Covers docs/requirements.md: 286

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { alertCalls, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addReading } from '../../../tests/support/server/builders.ts'
import { announcePending } from '../notices/announce-alerts.ts'
import { openMissedAlerts } from './missed.ts'

let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`update memberships set is_alert_mail = true where user_id = ${test.own.admin.id}`),
  )
})
afterAll(() => test.close())

const now = new Date('2026-11-20T12:00:00+09:00')
/** A reading as it stands in a database that is older than alerts. */
const stored = (meter: TestMeter, hoursAgo: number, value: number) =>
  addReading(test.deps.database, meter, {
    value,
    isAbnormal: value >= 0.8,
    createdAt: new Date(now.getTime() - hoursAgo * 3_600_000),
  })
const mails = async (meter: TestMeter) => {
  await announcePending(test.deps)
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<{ count: number }>(sql`
      select count(*)::int as count from pgboss.job join alerts on alerts.id = (data->>'id')::bigint
      where name = 'notice-mail' and meter_id = ${meter.id}`),
  )
  return rows[0]?.count
}
const states = async (meter: TestMeter) => (await calls.of(meter)).map(({ state }) => state)

it('a meter whose readings are older than alerts has the one that occurs; of today’s somebody is told, once', async () => {
  const [today, old, ended] = [await calls.meterOf(), await calls.meterOf(), await calls.meterOf()]
  for (const [meter, hoursAgo, value] of [
    [today, 30, 0.5],
    [today, 3, 0.9],
    [today, 2, 0.95],
    [old, 50, 0.9],
    [ended, 3, 0.9],
    [ended, 2, 0.5],
  ] as const) {
    await stored(meter, hoursAgo, value)
  }
  expect(await openMissedAlerts(test.deps, now)).toBe(2)
  expect(await Promise.all([today, old, ended].map(states))).toEqual([['occurring'], ['occurring'], []])
  expect(await Promise.all([today, old].map(mails))).toEqual([1, 0])
  expect(await openMissedAlerts(test.deps, now)).toBe(0)
})

it('what a person has confirmed stays answered for', async () => {
  const meter = await calls.meterOf()
  await stored(meter, 1, 0.9)
  await openMissedAlerts(test.deps, now)
  const [alert] = await calls.alertsOf(meter)
  await calls.confirm(alert?.id ?? 0)
  await openMissedAlerts(test.deps, now)
  expect(await states(meter)).toEqual(['confirmed'])
  expect(await mails(meter)).toBe(1)
})
