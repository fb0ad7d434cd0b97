/** Somebody has as many turns and waiters as one may have, or has waited too long for a turn. */
export class ShareTakenError extends Error {
  override readonly name = 'ShareTakenError'
  /** Seconds after which it is worth another try. */
  readonly retryAfter = 5
}

export interface Shares {
  /** Waits for a turn of this one and gives what ends it. Rejects with a `ShareTakenError`. */
  take(whose: number): Promise<() => void>
}

interface Share {
  busy: number
  waiting: (() => void)[]
}

/**
 * Turns at something that there are few of, such that nobody who asks for many keeps others from theirs: `ofOne` at the
 * same time, and those who wait get the next one in turn, whoever asked first.
 *
 * @param mostWaiting Of one.
 * @param patience Milliseconds that a turn is waited for.
 */
export function createShares({
  most,
  ofOne,
  mostWaiting,
  patience,
}: Record<'most' | 'ofOne' | 'mostWaiting' | 'patience', number>): Shares {
  /** In the order in which they get the next turn: whose turn began or ended last stands behind. */
  const shares = new Map<number, Share>()
  let busy = 0

  function begin(whose: number, share: Share): () => void {
    busy++
    share.busy++
    placeLast(whose, share)
    return () => {
      busy--
      share.busy--
      placeLast(whose, share)
      next()
    }
  }

  function placeLast(whose: number, share: Share): void {
    shares.delete(whose)
    if (share.busy > 0 || share.waiting.length > 0) shares.set(whose, share)
  }

  function next(): void {
    if (busy === most) return
    const share = [...shares.values()].find(({ busy, waiting }) => busy < ofOne && waiting.length > 0)
    share?.waiting.shift()?.()
  }

  return {
    async take(whose) {
      const share = shares.get(whose) ?? { busy: 0, waiting: [] }
      if (busy < most && share.busy < ofOne) return begin(whose, share)
      if (share.waiting.length >= mostWaiting) throw new ShareTakenError('too many wait already')
      shares.set(whose, share)
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(timer)
          resolve(begin(whose, share))
        }
        const timer = setTimeout(() => {
          share.waiting.splice(share.waiting.indexOf(start), 1)
          if (share.busy === 0 && share.waiting.length === 0) shares.delete(whose)
          reject(new ShareTakenError('waited too long for a turn'))
        }, patience)
        share.waiting.push(start)
      })
    },
  }
}
