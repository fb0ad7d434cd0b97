import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLimiter, LimitReachedError } from './limiter.ts'

const limiterOf = (more: Partial<Parameters<typeof createLimiter>[0]> = {}) =>
  createLimiter({ total: 4, perOwner: 2, maxWaitingPerOwner: 3, retryAfter: 1, ...more })

/** Asks for turns and notes who has got one, in order; `end` ends the first of somebody’s. */
function watch(limiter = limiterOf()) {
  const got: number[] = []
  const ends: [number, () => void][] = []
  return {
    got,
    ask: (owner: number, more: { amount?: number; timeout?: number; signal?: AbortSignal } = {}) =>
      limiter.acquire({ owner, ...more }).then((end) => {
        got.push(owner)
        ends.push([owner, end])
      }),
    async end(owner: number) {
      const index = ends.findIndex(([of]) => of === owner)
      ends.splice(index, 1)[0]?.[1]()
      // Until whoever it was given to has it.
      await setImmediate()
    },
  }
}

it('one who asks for many has some, and leaves the others theirs', async () => {
  const { got, ask, end } = watch()
  for (const owner of [1, 1, 1, 1, 1]) void ask(owner)
  await Promise.all([ask(2), ask(3)])
  expect(got).toEqual([1, 1, 2, 3])
  await end(3)
  expect(got).toEqual([1, 1, 2, 3])
  await end(1)
  expect(got).toEqual([1, 1, 2, 3, 1])
})

it('who waits gets the next turn, in turn, however many one of them asked for before', async () => {
  const { got, ask, end } = watch(limiterOf({ total: 1, perOwner: 1 }))
  await ask(1)
  for (const owner of [1, 1, 2, 3, 3]) void ask(owner)
  for (const owner of [1, 2, 3, 1, 3]) await end(owner)
  expect(got).toEqual([1, 2, 3, 1, 3, 1])
})

it('when too many of one owner wait, or one has waited too long, it is refused, and takes no turn later', async () => {
  const { got, ask, end } = watch(limiterOf({ total: 1 }))
  await ask(1)
  const waiting = [1, 1, 1].map((owner) => ask(owner, { timeout: 20 }))
  await expect(ask(1)).rejects.toMatchObject({ name: 'LimitReachedError', isOwnerLimit: true, retryAfter: 1 })
  const outcomes = await Promise.allSettled(waiting)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await end(1)
  await ask(2)
  expect(got).toEqual([1, 2])
})

it('when too many wait in all, whoever comes is refused', async () => {
  const { ask } = watch(limiterOf({ total: 1, maxWaiting: 2 }))
  await ask(1)
  void ask(2)
  void ask(3)
  await expect(ask(4)).rejects.toMatchObject({ name: 'LimitReachedError', isOwnerLimit: false })
})

it('what is larger than the rest waits at the head, and smaller ones do not pass it', async () => {
  const { got, ask, end } = watch(limiterOf({ total: 10, perOwner: 10 }))
  await ask(1, { amount: 6 })
  void ask(2, { amount: 8 })
  void ask(3, { amount: 1 })
  await setImmediate()
  expect(got).toEqual([1])
  await end(1)
  expect(got).toEqual([1, 2, 3])
})

it('what is larger than everything counts as everything', async () => {
  const { got, ask, end } = watch(limiterOf({ total: 10, perOwner: 10 }))
  await ask(1, { amount: 1000 })
  void ask(2)
  await setImmediate()
  expect(got).toEqual([1])
  await end(1)
  expect(got).toEqual([1, 2])
})

it('who gives up waiting makes way for those behind', async () => {
  const { got, ask } = watch(limiterOf({ total: 10, perOwner: 10 }))
  const gone = new AbortController()
  await ask(1, { amount: 6 })
  const large = ask(2, { amount: 8, signal: gone.signal })
  const small = ask(3, { amount: 1 })
  gone.abort(new Error('gone'))
  await expect(large).rejects.toThrow('gone')
  await small
  expect(got).toEqual([1, 3])
})

it('a turn that is ended twice counts once, and work that fails ends its own', async () => {
  const limiter = limiterOf({ total: 1, perOwner: 1, maxWaitingPerOwner: 0 })
  const end = await limiter.acquire({ owner: 1 })
  end()
  end()
  const failing = limiter.run({ owner: 1 }, async () => {
    throw new Error('failed')
  })
  await expect(limiter.acquire({ owner: 1 })).rejects.toThrow(LimitReachedError)
  await expect(failing).rejects.toThrow('failed')
  await limiter.acquire({ owner: 1 })
})
