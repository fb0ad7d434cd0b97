import { sql } from 'drizzle-orm'
import type { Mail } from '../../../server/mail/mailer.ts'
import type { TestApp } from './app.ts'

/** Mails to this address that wait to be sent, in a test that works no jobs off; oldest first. */
export async function mailsIn({ deps }: TestApp, address: string): Promise<Mail[]> {
  const { rows } = await deps.database.asSystem((tx) =>
    tx.execute<{ data: Mail }>(sql`
      select data from pgboss.job where name = 'send-mail' and data->>'to' = ${address} order by created_on, id`),
  )
  return rows.map(({ data }) => data)
}
