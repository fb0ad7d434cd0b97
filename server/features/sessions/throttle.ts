import { createHash } from 'node:crypto'
import { and, count, eq, gt, max, sql } from 'drizzle-orm'
import { Failure } from '../../api/call.ts'
import type { Database } from '../../db/client.ts'
import { signInAttempts } from '../../db/schema.ts'
import { callerOf } from './addresses.ts'

/**
 * Slows guessing without locking anyone out: after a few failures an address waits before it may try this account
 * again, 30 seconds at most, and after many failures before it may try any account. What happens at one address
 * never holds back another, nor a device behind it that signed in to the account before: such a device is counted
 * for itself. Kept in the database, so that several servers count together.
 */
const free = { account: 5, address: 30 }
const longestWait = 30
const windowMinutes = 15

export interface Attempt {
  succeeded: () => Promise<void>
}

/**
 * Counts a try as failed until it is told otherwise, so that a burst of parallel tries gains nothing.
 * Throws `too_many_requests` with the seconds to wait, and does not count such a try. `device` names one that is
 * counted for itself.
 */
export async function beginAttempt(
  database: Database,
  now: Date,
  account: string,
  address: string,
  device: string | null = null,
): Promise<Attempt> {
  const caller = device === null ? callerOf(address) : `device ${device}`
  // What people type as an account may be a password typed into the wrong field: only a hash is kept.
  const key = createHash('sha256').update(account.toLowerCase()).digest('hex')
  const id = await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`sign-in ${caller}`}))`)
    const since = new Date(now.getTime() - windowMinutes * 60_000)
    const recent = and(eq(signInAttempts.address, caller), gt(signInAttempts.at, since))
    const ofAccount = and(recent, eq(signInAttempts.account, key))
    const [success] = await tx
      .select({ at: max(signInAttempts.at) })
      .from(signInAttempts)
      .where(and(ofAccount, eq(signInAttempts.succeeded, true)))
    const failed = { n: count(), last: max(signInAttempts.at) }
    const [byAccount] = await tx
      .select(failed)
      .from(signInAttempts)
      .where(
        and(
          ofAccount,
          eq(signInAttempts.succeeded, false),
          gt(signInAttempts.at, success?.at ?? new Date(0)),
        ),
      )
    const [byAddress] = await tx
      .select(failed)
      .from(signInAttempts)
      .where(and(recent, eq(signInAttempts.succeeded, false)))
    const wait = Math.max(
      secondsToWait(byAccount, free.account, now),
      secondsToWait(byAddress, free.address, now),
    )
    if (wait > 0) throw new Failure('too_many_requests', { retryAfter: wait })
    const [row] = await tx
      .insert(signInAttempts)
      .values({ account: key, address: caller, succeeded: false, at: now })
      .returning({ id: signInAttempts.id })
    return row?.id
  })
  return {
    async succeeded() {
      if (id === undefined) return
      await database.asSystem((tx) =>
        tx.update(signInAttempts).set({ succeeded: true }).where(eq(signInAttempts.id, id)),
      )
    },
  }
}

function secondsToWait(
  failures: { n: number; last: Date | null } | undefined,
  allowed: number,
  now: Date,
): number {
  if (failures === undefined || failures.last === null || failures.n < allowed) return 0
  const wait = Math.min(2 ** (failures.n - allowed), longestWait)
  return failures.last.getTime() / 1000 + wait - now.getTime() / 1000
}
