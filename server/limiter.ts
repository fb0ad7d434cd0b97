/** Shares a scarce resource: processors, connections, memory. */
export interface Limiter {
  /**
   * Waits for a slot and returns its release function, which is idempotent. `amount` is 1 by default, and capped at
   * `perOwner`. Without an owner it counts toward nobody’s share. `signal` aborts the wait and rejects with its reason.
   *
   * @throws LimitReachedError
   */
  acquire(asked?: AcquireOptions): Promise<() => void>
  run<T>(asked: AcquireOptions, work: () => Promise<T>): Promise<T>
}

interface AcquireOptions {
  owner?: string | number | undefined
  amount?: number
  /** Milliseconds of waiting; unlimited if absent. */
  timeout?: number
  signal?: AbortSignal
}

interface Limits {
  total: number
  perOwner?: number
  maxWaiting?: number
  maxWaitingPerOwner?: number
  /** Seconds that refused callers are told to wait. */
  retryAfter: number
}

/** Too many wait, or one waited too long. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError'
  readonly retryAfter: number
  readonly isOwnerLimit: boolean

  constructor(message: string, { retryAfter, isOwnerLimit }: { retryAfter: number; isOwnerLimit: boolean }) {
    super(message)
    this.retryAfter = retryAfter
    this.isOwnerLimit = isOwnerLimit
  }
}

interface Waiter {
  amount: number
  start: () => void
}

interface Owner {
  used: number
  waiting: Set<Waiter>
}

/**
 * Fair sharing: waiting owners get slots in turn, whoever asked first. An owner at its share is passed over; a request
 * too large for what is free blocks smaller ones, so that it does not starve.
 */
export function createLimiter({
  total,
  perOwner = total,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingPerOwner = Number.POSITIVE_INFINITY,
  retryAfter,
}: Limits): Limiter {
  /** In the order of their next turn: the owner served last is at the end. */
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
    const refuse = (message: string, isOwnerLimit: boolean) => {
      withdraw(key, owner, waiter)
      // The next in line may fit.
      startWaiting()
      return new LimitReachedError(message, { retryAfter, isOwnerLimit })
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
