import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createQueue } from './hashing.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  return { started, work, endFirst: () => ends.shift()?.() }
}

it('runs as much at once as there are places, and the rest in the order in which it came', async () => {
  const run = createQueue({ places: 2, waiting: 2, ofCaller: 9 })
  const { started, work, endFirst } = heldWork()
  const all = ['a', 'b', 'c', 'd'].map((name, host) => run(`192.0.2.${host}`, work(name)))
  expect(started).toEqual(['a', 'b'])
  await expect(run('192.0.2.9', work('e'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  endFirst()
  await setImmediate()
  expect(started).toEqual(['a', 'b', 'c'])
  for (let left = 3; left > 0; left--) {
    endFirst()
    await setImmediate()
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

it('leaves places to others when one caller sends many, and takes more of it when some is done', async () => {
  const run = createQueue({ places: 1, waiting: 9, ofCaller: 2 })
  const { work, endFirst } = heldWork()
  const first = run('192.0.2.1', work('a'))
  const second = run('192.0.2.1', work('b'))
  await expect(run('192.0.2.1', work('c'))).rejects.toMatchObject({ code: 'too_many_requests' })
  const other = run('192.0.2.2', work('d'))
  endFirst()
  expect(await first).toBe('a')
  const later = run('192.0.2.1', work('e'))
  for (let left = 3; left > 0; left--) {
    endFirst()
    await setImmediate()
  }
  expect(await Promise.all([second, other, later])).toEqual(['b', 'd', 'e'])
})

it('goes on after work that failed', async () => {
  const run = createQueue({ places: 1, waiting: 1, ofCaller: 2 })
  const failing = run('192.0.2.1', async () => {
    throw new Error('failed')
  })
  const next = run('192.0.2.1', async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})
