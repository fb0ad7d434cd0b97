/** What there is only so much of: processors, connections, memory. */
export interface Limiter {
  /**
   * Waits for its turn and gives what ends it; calling that twice does no harm. `amount` is 1 if not said, and counts
   * as all that one owner may have where it is more. Without an owner it is nobody's share. What `signal` aborts waits
   * no longer and rejects with its reason.
   *
   * @throws LimitReachedError
   */
  acquire(asked?: AcquireOptions): Promise<() => void>
  /** Takes for as long as the work goes on. */
  run<T>(asked: AcquireOptions, work: () => Promise<T>): Promise<T>
}

interface AcquireOptions {
  owner?: string | number | undefined
  amount?: number
  /** Of waiting, milliseconds. Without it one waits as long as it takes. */
  timeout?: number
  signal?: AbortSignal
}

interface Limits {
  /** In use at the same time. */
  total: number
  /** Of it by one owner. */
  perOwner?: number
  /** Who wait, of all owners. */
  maxWaiting?: number
  maxWaitingPerOwner?: number
  /** Seconds after which it is worth another try for those who are refused. */
  retryAfter: number
}

/** Too many wait already, or one has waited too long. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError'
  readonly retryAfter: number
  /** Whether too many of the same owner wait; others may still come. */
  readonly isOwnerLimit: boolean

  constructor(message: string, { retryAfter, isOfOwner }: { retryAfter: number; isOfOwner: boolean }) {
    super(message)
    this.retryAfter = retryAfter
    this.isOwnerLimit = isOfOwner
  }
}

interface Waiter {
  amount: number
  start: () => void
}

interface Owner {
  used: number
  /** First come, first served. */
  waiting: Set<Waiter>
}

/**
 * Shares something out such that nobody who asks for much keeps others from theirs: those who wait get it in turn of
 * their owners, whoever asked first. One who has its share lets others pass; what is too large for what is left waits
 * at the head, so that smaller ones cannot keep it waiting for ever.
 */
export function createLimiter({
  total,
  perOwner = total,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingPerOwner = Number.POSITIVE_INFINITY,
  retryAfter,
}: Limits): Limiter {
  /** In the order in which they get the next turn: whose turn began or ended last stands behind. */
  const owners = new Map<unknown, Owner>()
  let used = 0
  let waiting = 0

  function add(key: unknown, owner: Owner, amount: number): void {
    used += amount
    owner.used += amount
    owners.delete(key)
    if (owner.used > 0 || owner.waiting.size > 0) owners.set(key, owner)
  }

  function withdraw(key: unknown, owner: Owner, waiter: Waiter): void {
    if (owner.waiting.delete(waiter)) waiting--
    if (owner.used === 0 && owner.waiting.size === 0) owners.delete(key)
  }

  function startWaiting(): void {
    for (const { used: own, waiting: line } of owners.values()) {
      const [first] = line
      if (first === undefined || own + first.amount > perOwner) continue
      if (used + first.amount > total) return
      first.start()
    }
  }

  const take = async ({
    owner: asking,
    amount = 1,
    timeout,
    signal,
  }: AcquireOptions = {}): Promise<() => void> => {
    signal?.throwIfAborted()
    const key = asking ?? Symbol('nobody')
    const owner = owners.get(key) ?? { used: 0, waiting: new Set() }
    owners.set(key, owner)
    const needed = Math.min(amount, perOwner)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = {
      amount: needed,
      start() {
        withdraw(key, owner, waiter)
        add(key, owner, needed)
        resolve()
      },
    }
    owner.waiting.add(waiter)
    waiting++
    startWaiting()
    const refuse = (message: string, isOfOwner: boolean) => {
      withdraw(key, owner, waiter)
      // Whoever stood behind it may fit.
      startWaiting()
      return new LimitReachedError(message, { retryAfter, isOfOwner })
    }
    if (owner.waiting.has(waiter)) {
      if (owner.waiting.size > maxWaitingPerOwner) throw refuse('too many of this owner wait', true)
      if (waiting > maxWaiting) throw refuse('too many wait', false)
    }
    const giveUp = () => {
      withdraw(key, owner, waiter)
      startWaiting()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    const timer =
      timeout !== undefined && owner.waiting.has(waiter)
        ? setTimeout(() => reject(refuse('waited too long', false)), timeout)
        : undefined
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      add(key, owner, -needed)
      startWaiting()
    }
  }
  return {
    acquire: take,
    async run(asked, work) {
      const end = await take(asked)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
