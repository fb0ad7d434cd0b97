// Covers docs/requirements.md: 286

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAlert, addReading } from '../../../tests/support/server/builders.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { alertAnnouncements } from '../../db/schema.ts'
import { announcePending } from './announce-alerts.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
let send: NotificationServer['send']
let meterOf: NotificationServer['meterOf']
let jobsDone: NotificationServer['jobsDone']
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox, send, meterOf, jobsDone } = notifications)
})
beforeEach(() => {
  inbox.received.length = 0
})
afterAll(() => notifications.close())

describe('a fault in how people are told', () => {
  const alertsOf = async (meterId: number) =>
    (
      await test.deps.database.asSystem((tx) =>
        tx.execute(sql`select from alerts where meter_id = ${meterId}`),
      )
    ).rowCount
  const due = async () => {
    const { text } = await test.ask('GET', '/metrics')
    return Number(/^alerts_to_announce (\d+)$/m.exec(text)?.[1])
  }

  it('keeps no reading and no alert from being stored, shows in the metrics, and is made up for', async () => {
    await jobsDone()
    const { asSystem } = test.deps.database
    await asSystem((tx) => tx.execute(sql`alter table pgboss.job_common rename to away`))
    const meter = await meterOf('No.10 蒸気圧力')
    try {
      await send(meter.id, '09:00', 0.9)
      expect(await alertsOf(meter.id)).toBe(1)
      await announcePending(test.deps)
      expect(await due()).toBe(1)
    } finally {
      await asSystem((tx) => tx.execute(sql`alter table pgboss.away rename to job_common`))
    }
    await announcePending(test.deps)
    expect(await due()).toBe(0)
    await expect.poll(() => inbox.received.length).toBe(1)
    const { rows } = await asSystem((tx) =>
      tx.execute(sql`select cron from pgboss.schedule where name = 'announce-alerts'`),
    )
    expect(rows).toEqual([{ cron: '* * * * *' }])
  })

  it('with one alert holds up no other', async () => {
    await jobsDone()
    const { asSystem } = test.deps.database
    const ids: number[] = []
    for (const name of ['No.11 蒸気圧力', 'No.12 蒸気圧力']) {
      const reading = await addReading(test.deps.database, await meterOf(name), {
        value: 0.9,
        isAbnormal: true,
      })
      ids.push((await addAlert(test.deps.database, reading)).id)
    }
    await asSystem(async (tx) => {
      await tx.execute(
        sql.raw(`
        create function refuse_job() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
        create trigger refuse_job before insert on pgboss.job_common for each row
          when (new.data->>'id' = '${ids[0]}') execute function refuse_job()`),
      )
      await tx
        .insert(alertAnnouncements)
        .values(ids.map((alertId) => ({ organizationId: test.own.id, alertId })))
    })
    await announcePending(test.deps)
    await asSystem(async (tx) => {
      const left = await tx.execute(sql`select alert_id::int as id, failures from alert_announcements`)
      expect(left.rows).toEqual([{ id: ids[0], failures: 1 }])
      await tx.execute(sql`drop function refuse_job cascade`)
    })
    await announcePending(test.deps)
    await expect.poll(() => inbox.received.length).toBe(2)
  })
})
