import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { countPending } from '../../../server/features/notices/announce-alerts.ts'
import { buildUser, type SignedInUser } from './accounts.ts'
import { createTestApp, type TestApp } from './app.ts'
import { addMeter } from './builders.ts'
import { dataOf } from './data.ts'
import { type PushService, startPushService } from './push-service.ts'
import { type SmtpInbox, startSmtpServer } from './smtp.ts'

/**
 * A server that runs its jobs, with its own mail server and push service, and one member with mail
 * notifications.
 */
export interface NotificationServer {
  test: TestApp
  inbox: SmtpInbox
  pushes: PushService
  reader: SignedInUser
  wantsMail: (user: { id: number }, wants: boolean) => Promise<unknown>
  /** Sends a reading of that member; returns its id. */
  send: (meterId: number, at: string, value: number | null, image?: Uint8Array | null) => Promise<number>
  meterOf: (name: string) => ReturnType<typeof addMeter>
  /** The job queue is empty. */
  jobsDone: () => Promise<void>
  close: () => Promise<void>
}

export async function openNotificationServer(): Promise<NotificationServer> {
  const inbox = await startSmtpServer()
  const pushes = await startPushService()
  const settings = { SMTP_URL: inbox.url, PUBLIC_URL: 'https://kenshin.example.com' }
  const test = await createTestApp({ work: true, settings, pushAgent: pushes.agent })
  const { database } = test.deps
  const wantsMail = (user: { id: number }, wants: boolean) =>
    database.asSystem((tx) =>
      tx.execute(sql`update memberships set is_alert_mail = ${wants} where user_id = ${user.id}`),
    )
  const reader = await test.signIn(await buildUser(database, test.own))
  await wantsMail(reader, true)
  return {
    test,
    inbox,
    pushes,
    reader,
    wantsMail,
    async send(meterId, at, value, image = null) {
      const image_base64 = image && Buffer.from(image).toString('base64')
      const body = { meter_id: meterId, value, created_at: `2026-11-20 ${at}:00`, image_base64 }
      return dataOf('createReading', await test.ask('POST', '/api/v1/meter-value', { as: reader, body })).id
    },
    meterOf: (name) => addMeter(database, test.own.id, { name, decimalPoint: 2 }),
    jobsDone: () =>
      expect
        .poll(async () => {
          // Before the jobs: an announcement becomes jobs in one transaction, which may be committed in between.
          const pending = await countPending(database)
          const { rows } = await database.asSystem((tx) =>
            tx.execute<{ left: number }>(sql`
              select count(*)::int as left from pgboss.job
              where name in ('notice-mail', 'notice-push', 'read-picture') and state in ('created', 'active')`),
          )
          return (rows[0]?.left ?? 0) + pending
        })
        .toBe(0),
    async close() {
      await test.close()
      await pushes.close()
      await inbox.close()
    },
  }
}
