import { createHash } from 'node:crypto'
import { and, count, eq, gt, max, type SQL, sql } from 'drizzle-orm'
import { Failure } from '../../api/call.ts'
import type { Database, Tx } from '../../db/client.ts'
import { signInAttempts } from '../../db/schema.ts'
import { networkOf } from '../../ip-address.ts'

/**
 * Slows guessing without locking anyone out: after a few failures an address waits before it may try this account
 * again, 30 seconds at most, and after many failures before it may try any account. What happens at one address
 * never holds back another, nor a device behind it that signed in to the account before: such a device is counted
 * for itself. Kept in the database, so that several servers count together.
 */
const freeAttempts = { account: 5, address: 30 }
const maxWaitSeconds = 30
const windowMinutes = 15
/**
 * Tries that each account keeps at an address which waits because of others, so that one who fails without end does
 * not keep the colleagues behind that address out. For whoever guesses, this adds 2 guesses an account in 15 minutes,
 * far fewer than the 33 that waiting at one account leaves, and all accounts together no more than the calls a minute
 * that one address has without a session.
 */
const allowance = 2

interface AttemptInput {
  /** Somebody, as they were named: equal names are counted together. */
  account: string
  /** The person, where the name belongs to one: tries under all of their names are counted together as well. */
  userId: number | null
  address: string
  /** A device that is counted for itself instead of its address. */
  device?: string | null
  /** Whether the caller knows that there is such a person. */
  isKnown: boolean
}

export interface Attempt {
  /**
   * The person would have to wait, which the caller may not learn: it would tell that two names are one person’s. The
   * try is to fail as one with a wrong password does, whatever the password.
   */
  isMasked: boolean
  succeeded: () => Promise<void>
}

/**
 * Counts a try as failed until it is told otherwise, so that a burst of parallel tries gains nothing.
 * Throws `too_many_requests` with the seconds to wait, and does not count such a try.
 */
export async function beginAttempt(
  database: Database,
  now: Date,
  { account, userId, address, device = null, isKnown }: AttemptInput,
): Promise<Attempt> {
  const caller = device === null ? networkOf(address) : `device ${device}`
  // What people type as an account may be a password typed into the wrong field: only a hash is kept.
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
    // Asked for nobody too, so that the time tells nothing.
    const ofPerson = await waitFor(eq(signInAttempts.userId, userId ?? 0))
    const wait = isKnown ? Math.max(ofName, ofPerson) : ofName
    if (wait > 0) throw new Failure('too_many_requests', { retryAfter: wait })
    const isMasked = ofPerson > 0
    const [row] = await tx
      .insert(signInAttempts)
      // A try that is withheld guesses nothing: it does not make the person wait any longer.
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
