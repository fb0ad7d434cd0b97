// Covers docs/requirements.md: 660

import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../tests/support/server/app.ts'
import { addAlert, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { createJobQueue } from '../../queue/job-queue.ts'

/** Enqueues jobs as an earlier version did, in one queue for each kind of notice. */
async function enqueueAsBefore(databaseUrl: string, waiting: Record<string, object[]>): Promise<void> {
  const boss = new PgBoss(databaseUrl)
  await boss.start()
  for (const [name, jobs] of Object.entries(waiting)) {
    await boss.createQueue(`${name}-dead`)
    await boss.createQueue(name, { deadLetter: `${name}-dead` })
    for (const data of jobs) await boss.send(name, data)
  }
  await boss.stop({ graceful: false })
}

/** Starts a server of this version on the same database. */
async function upgrade({ test }: Pick<NotificationServer, 'test'>): Promise<void> {
  const jobs = createJobQueue({ ...test.deps, databaseUrl: test.databaseUrl })
  await jobs.start()
  await jobs.stop()
}

let notifications: NotificationServer
beforeAll(async () => {
  notifications = await openNotificationServer()
})
afterAll(() => notifications.close())

it('a mail that waits in a queue of an earlier version is delivered after the upgrade', async () => {
  const { test, inbox, reader } = notifications
  const meter = await addMeter(test.deps.database, test.own.id, { name: '更新前のメーター' })
  const reading = await addReading(test.deps.database, meter, { value: 0.9, isAbnormal: true })
  const { id: alertId } = await addAlert(test.deps.database, reading)
  const job = { organizationId: test.own.id, alertId, userId: reader.id }
  await enqueueAsBefore(test.databaseUrl, { 'alert-mail': [job] })
  await upgrade(notifications)
  await expect
    .poll(() => inbox.received.map(({ subject }) => subject))
    .toEqual(['【検針】異常: 更新前のメーター'])
})

it('every job that waits, is being retried or was running in an old queue is moved, and the old queues are deleted', async () => {
  const idle = await createTestApp()
  try {
    const { database } = idle.deps
    const organizationId = idle.own.id
    await enqueueAsBefore(idle.databaseUrl, {
      'alert-mail': [{ organizationId, alertId: 1, userId: 5, instead: true }],
      'alert-push': [{ organizationId, alertId: 1, subscriptionId: 7 }],
      'outage-mail': [
        { organizationId, outageId: 2, userId: 5 },
        { organizationId, outageId: 2, userId: 5, isRecovery: true },
      ],
      'outage-push': [{ organizationId, outageId: 2, subscriptionId: 7, isRecovery: true }],
      'trouble-mail': [
        { organizationId, troubleId: 3, userId: 5, isOver: false },
        { organizationId, troubleId: 3, userId: 5, isOver: true },
      ],
      'round-mail': [{ organizationId, roundId: 4, userId: 5 }],
      'round-push': [{ organizationId, roundId: 4, subscriptionId: 7 }],
    })
    await database.asSystem(async (tx) => {
      await tx.execute(sql`
        update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where name = 'alert-push'`)
      await tx.execute(sql`update pgboss.job set state = 'active' where name = 'round-mail'`)
      // A mail that was sent is not sent again.
      await tx.execute(sql`
        update pgboss.job set state = 'completed' where name = 'trouble-mail' and data->>'isOver' = 'false'`)
    })
    await upgrade({ test: idle })
    const { rows } = await database.asSystem((tx) =>
      tx.execute<{ job: string }>(sql`
        select concat_ws(' ', name, state, data->>'subject', data->>'id', data->>'userId', data->>'subscriptionId',
          case when data->>'isEnd' = 'true' then 'end' end,
          case when data->>'instead' = 'true' then 'instead' end) as job
        from pgboss.job where name like 'notice-%' order by 1`),
    )
    expect(rows.map(({ job }) => job)).toEqual([
      'notice-mail created alert 1 5 instead',
      'notice-mail created outage 2 5',
      'notice-mail created outage 2 5 end',
      'notice-mail created round 4 5',
      'notice-mail created trouble 3 5 end',
      'notice-push created alert 1 7',
      'notice-push created outage 2 7 end',
      'notice-push created round 4 7',
    ])
    const left = await database.asSystem((tx) =>
      tx.execute(sql`select name from pgboss.queue where name ~ '^(alert|outage|trouble|round)-'`),
    )
    expect(left.rows).toEqual([])
  } finally {
    await idle.close()
  }
})
