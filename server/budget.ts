/** Something of which there is only so much for all together, such as memory. */
export interface Budget {
  /**
   * Waits until `amount` is free, and gives the way to hand it back; calling that twice does no harm. More than there
   * is at all counts as all. What `signal` aborts waits no longer and rejects with its reason.
   *
   * @throws BudgetCrowded where too many wait already
   */
  take(amount: number, from?: { owner?: number | null; signal?: AbortSignal }): Promise<() => void>
}

interface BudgetLimits {
  total: number
  /** The most that one owner holds. */
  share?: number
  mostWaiting?: number
}

interface Waiting {
  amount: number
  owner: number | null
  start: () => void
}

export class BudgetCrowded extends Error {
  override name = 'BudgetCrowded'
}

/** First come, first served; who waits because of its owner’s share lets others pass. */
export function createBudget({
  total,
  share = total,
  mostWaiting = Number.POSITIVE_INFINITY,
}: BudgetLimits): Budget {
  let left = total
  const held = new Map<number, number>()
  const waiting = new Set<Waiting>()

  const add = (owner: number | null, amount: number) => {
    left -= amount
    if (owner === null) return
    const now = (held.get(owner) ?? 0) + amount
    if (now === 0) held.delete(owner)
    else held.set(owner, now)
  }
  const startThoseThatFit = () => {
    for (const one of waiting) {
      const { amount, owner, start } = one
      if (owner !== null && (held.get(owner) ?? 0) + amount > share) continue
      if (amount > left) return
      waiting.delete(one)
      add(owner, amount)
      start()
    }
  }

  return {
    async take(asked, { owner = null, signal } = {}) {
      signal?.throwIfAborted()
      const amount = Math.min(asked, share)
      const { promise, resolve: start, reject } = Promise.withResolvers<void>()
      const one = { amount, owner, start }
      waiting.add(one)
      startThoseThatFit()
      if (waiting.size > mostWaiting) {
        waiting.delete(one)
        throw new BudgetCrowded('too many wait already')
      }
      const giveUp = () => {
        waiting.delete(one)
        // Whoever stood behind it may fit.
        startThoseThatFit()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      await promise
      signal?.removeEventListener('abort', giveUp)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        add(owner, -amount)
        startThoseThatFit()
      }
    },
  }
}
