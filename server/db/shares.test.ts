import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createShares, ShareTakenError } from './shares.ts'

const sharesOf = (more: Partial<Parameters<typeof createShares>[0]> = {}) =>
  createShares({ most: 4, ofOne: 2, mostWaiting: 3, patience: 60_000, ...more })

/** Asks for turns and notes who has got one, in order; `leave` ends the first of somebody’s. */
function watch(shares = sharesOf()) {
  const got: number[] = []
  const leaving: [number, () => void][] = []
  return {
    got,
    ask: (whose: number) =>
      shares.take(whose).then((leave) => {
        got.push(whose)
        leaving.push([whose, leave])
      }),
    async leave(whose: number) {
      const index = leaving.findIndex(([of]) => of === whose)
      leaving.splice(index, 1)[0]?.[1]()
      // Until whoever it was given to has it.
      await setImmediate()
    },
  }
}

it('one who asks for many has some, and leaves the others theirs', async () => {
  const { got, ask, leave } = watch()
  for (const whose of [1, 1, 1, 1, 1]) void ask(whose)
  await Promise.all([ask(2), ask(3)])
  expect(got).toEqual([1, 1, 2, 3])
  await leave(3)
  expect(got).toEqual([1, 1, 2, 3])
  await leave(1)
  expect(got).toEqual([1, 1, 2, 3, 1])
})

it('who waits gets the next turn, in turn, however many one of them asked for before', async () => {
  const { got, ask, leave } = watch(sharesOf({ most: 1, ofOne: 1 }))
  await ask(1)
  for (const whose of [1, 1, 2, 3, 3]) void ask(whose)
  for (const whose of [1, 2, 3, 1, 3]) await leave(whose)
  expect(got).toEqual([1, 2, 3, 1, 3, 1])
})

it('beyond so many who wait, or so long, one is sent away, and takes no turn later', async () => {
  const shares = sharesOf({ most: 1, patience: 20 })
  const { got, ask, leave } = watch(shares)
  await ask(1)
  const waiting = [ask(1), ask(1), ask(1)]
  await expect(ask(1)).rejects.toThrow(ShareTakenError)
  const outcomes = await Promise.allSettled(waiting)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await leave(1)
  await ask(2)
  expect(got).toEqual([1, 2])
})
