import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Tx } from '../../../server/db/client.ts'
import type { TestApp } from './app.ts'

interface Conflict<Answer> {
  /** Runs first, in a transaction of its own, and takes a lock that the call needs. */
  lock: (tx: Tx) => Promise<unknown>
  send: () => Promise<Answer>
  /** Runs in the same transaction once the call waits for the lock. */
  work?: (tx: Tx) => Promise<unknown>
}

/** Sends a call that waits for an open transaction, ends the transaction, and returns the answer of the call. */
export async function answerDuring<Answer>(
  { deps: { database } }: TestApp,
  { lock, send, work }: Conflict<Answer>,
): Promise<Answer> {
  const countWaiting = async () => {
    const { rows } = await database.asSystem((tx) =>
      tx.execute<{ n: number }>(sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    )
    return rows[0]?.n
  }
  const { answer } = await database.asSystem(async (tx) => {
    await lock(tx)
    const answer = send()
    await Promise.race([answer, expect.poll(countWaiting).toBeGreaterThan(0)])
    await work?.(tx)
    return { answer }
  })
  return answer
}
