import { createHash } from 'node:crypto'
import { and, count, eq, gt, max, type SQL, sql } from 'drizzle-orm'
import { Failure } from '../../api/call.ts'
import type { Database, Tx } from '../../db/client.ts'
import { signInAttempts } from '../../db/schema.ts'
import { networkOf } from '../../ip-address.ts'

/**
 * Slows guessing without locking anyone out: after a few failures an address waits before it may try this account
 * again, 30 seconds at most, and after many before it may try any account. Other addresses are not affected, nor
 * devices that signed in to the account before, which are counted on their own. After many failures of one account
 * from all addresses together, every unfamiliar caller waits. Stored in the database, for several servers.
 */
const freeAttempts = { account: 5, address: 30, everywhere: 50 }
const maxWaitSeconds = 30
const windowMinutes = { ofCaller: 15, everywhere: 60 }
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
  /**
   * Whose failures from all addresses make this caller wait: those of the person under all names, those under this name,
   * or nobody's.
   */
  countedEverywhere: 'person' | 'name' | null
}

export interface Attempt {
  /**
   * The person is throttled, but saying so would reveal that two names are one person’s. The attempt must fail like one
   * with a wrong password.
   */
  isMasked: boolean
  /** If this attempt fails, the account has had so many failures within an hour that its user should know. */
  isSuspicious: boolean
  succeeded: () => Promise<void>
}

/**
 * Counts an attempt as failed until `succeeded` is called, so that parallel attempts gain nothing. Throws
 * `too_many_requests` with the seconds to wait; such an attempt is not counted.
 */
export async function beginAttempt(
  database: Database,
  now: Date,
  { account, userId, address, device = null, isKnown, countedEverywhere }: AttemptInput,
): Promise<Attempt> {
  const caller = device === null ? networkOf(address) : `device ${device}`
  // Hashed: it may be a password typed into the wrong field.
  const key = createHash('sha256').update(account.toLowerCase()).digest('hex')
  const { id, isMasked, isSuspicious } = await database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`sign-in ${caller}`}))`)
    // Attempts at one account from different addresses follow one another, so that none is missed in the count.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`account ${userId ?? key}`}))`)
    const since = new Date(now.getTime() - windowMinutes.ofCaller * 60_000)
    const recent = and(eq(signInAttempts.address, caller), gt(signInAttempts.at, since))
    const [ofAddress = none] = await countFailures(tx, recent)
    const waitFor = async (counted: SQL) => {
      const ofOne = await failuresOf(tx, and(recent, counted))
      return Math.max(
        secondsToWait(ofOne, freeAttempts.account, now),
        ofOne.n < allowance ? 0 : secondsToWait(ofAddress, freeAttempts.address, now),
      )
    }
    const isOfName = eq(signInAttempts.account, key)
    // Also queried without a person, against timing attacks.
    const isOfPerson = eq(signInAttempts.userId, userId ?? 0)
    const hour = gt(signInAttempts.at, new Date(now.getTime() - windowMinutes.everywhere * 60_000))
    const [nameEverywhere = none] = await countFailures(tx, and(isOfName, hour))
    const [personEverywhere = none] = await countFailures(tx, and(isOfPerson, hour))
    const everywhere = (failures: Failures) => secondsToWait(failures, freeAttempts.everywhere, now)
    const ofName = Math.max(
      await waitFor(isOfName),
      countedEverywhere === null ? 0 : everywhere(nameEverywhere),
    )
    const ofPerson = Math.max(
      await waitFor(isOfPerson),
      countedEverywhere === 'person' ? everywhere(personEverywhere) : 0,
    )
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
    const isSuspicious = !isMasked && personEverywhere.n + 1 >= freeAttempts.everywhere
    return { id: row?.id, isMasked, isSuspicious }
  })
  return {
    isMasked,
    isSuspicious,
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
