import { createHash } from 'node:crypto'
import { and, count, eq, gt, max, type SQL, sql } from 'drizzle-orm'
import { Failure } from '../../api/call.ts'
import type { Database, Tx } from '../../db/client.ts'
import { signInAttempts } from '../../db/schema.ts'
import { networkOf } from '../../ip-address.ts'

/**
 * Slows guessing without locking anyone out: after a few failures an address waits before it may try this account
 * again, 30 seconds at most, and after many before it may try any account. Other addresses are not affected, nor
 * devices that signed in to the account before, which are counted on their own. Stored in the database, for several
 * servers.
 */
const freeAttempts = { account: 5, address: 30 }
const maxWaitSeconds = 30
const windowMinutes = 15
/**
 * Attempts that each account keeps at a throttled address, so that one user’s failures do not lock out colleagues
 * behind the same address. They add 2 guesses per account in 15 minutes to the 33 that waiting allows, and in all no
 * more than the rate limit of anonymous calls.
 */
const allowance = 2

interface AttemptInput {
  /** As typed; equal names are counted together. */
  account: string
  /** The person of that name; attempts under all their names are counted together. */
  userId: number | null
  address: string
  /** Counted instead of the address. */
  device?: string | null
  /** Whether the caller knows that this person exists. */
  isKnown: boolean
}

export interface Attempt {
  /**
   * The person is throttled, but saying so would reveal that two names are one person’s. The attempt must fail like one
   * with a wrong password.
   */
  isMasked: boolean
  succeeded: () => Promise<void>
}

/**
 * Counts an attempt as failed until `succeeded` is called, so that parallel attempts gain nothing. Throws
 * `too_many_requests` with the seconds to wait; such an attempt is not counted.
 */
export async function beginAttempt(
  database: Database,
  now: Date,
  { account, userId, address, device = null, isKnown }: AttemptInput,
): Promise<Attempt> {
  const caller = device === null ? networkOf(address) : `device ${device}`
  // Hashed: it may be a password typed into the wrong field.
  const key = createHash('sha256').update(account.toLowerCase()).digest('hex')
  const { id, isMasked } = await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`sign-in ${caller}`}))`)
    const since = new Date(now.getTime() - windowMinutes * 60_000)
    const recent = and(eq(signInAttempts.address, caller), gt(signInAttempts.at, since))
    const [ofAddress = none] = await countFailures(tx, recent)
    const waitFor = async (counted: SQL) => {
      const ofOne = await failuresOf(tx, and(recent, counted))
      return Math.max(
        secondsToWait(ofOne, freeAttempts.account, now),
        ofOne.n < allowance ? 0 : secondsToWait(ofAddress, freeAttempts.address, now),
      )
    }
    const ofName = await waitFor(eq(signInAttempts.account, key))
    // Also queried without a person, against timing attacks.
    const ofPerson = await waitFor(eq(signInAttempts.userId, userId ?? 0))
    const wait = isKnown ? Math.max(ofName, ofPerson) : ofName
    if (wait > 0) throw new Failure('too_many_requests', { retryAfter: wait })
    const isMasked = ofPerson > 0
    const [row] = await tx
      .insert(signInAttempts)
      // A masked attempt guesses nothing, and does not extend the wait.
      .values({
        account: key,
        userId: isMasked ? null : userId,
        address: caller,
        succeeded: false,
        at: now,
      })
      .returning({ id: signInAttempts.id })
    return { id: row?.id, isMasked }
  })
  return {
    isMasked,
    async succeeded() {
      if (id === undefined) return
      await database.asSystem((tx) =>
        tx.update(signInAttempts).set({ succeeded: true }).where(eq(signInAttempts.id, id)),
      )
    },
  }
}

interface Failures {
  n: number
  last: Date | null
}

const none: Failures = { n: 0, last: null }

const countFailures = (tx: Tx, among: SQL | undefined): Promise<Failures[]> =>
  tx
    .select({ n: count(), last: max(signInAttempts.at) })
    .from(signInAttempts)
    .where(and(among, eq(signInAttempts.succeeded, false)))

/** Since the last success. */
async function failuresOf(tx: Tx, among: SQL | undefined): Promise<Failures> {
  const [success] = await tx
    .select({ at: max(signInAttempts.at) })
    .from(signInAttempts)
    .where(and(among, eq(signInAttempts.succeeded, true)))
  const [failures = none] = await countFailures(
    tx,
    and(among, gt(signInAttempts.at, success?.at ?? new Date(0))),
  )
  return failures
}

function secondsToWait({ n, last }: Failures, allowed: number, now: Date): number {
  if (last === null || n < allowed) return 0
  const wait = Math.min(2 ** (n - allowed), maxWaitSeconds)
  return last.getTime() / 1000 + wait - now.getTime() / 1000
}
