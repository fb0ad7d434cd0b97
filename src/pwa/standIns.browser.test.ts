import { afterEach, expect, test } from 'vitest'
import { createStorage, PageChannel, PageLocks } from './standIns.ts'

afterEach(() => localStorage.clear())

test('a storage that the browser refuses is kept in memory', () => {
  const storage = createStorage(null)
  storage.setItem('name', 'value')
  storage.setItem('other', 'second')
  expect([storage.getItem('name'), storage.getItem('none'), storage.length]).toEqual(['value', null, 2])
  storage.removeItem('name')
  expect([storage.key(0), storage.key(1)]).toEqual(['other', null])
  storage.clear()
  expect(storage.length).toBe(0)
})

test('a storage that is full is still read, and what is removed is gone from it too', () => {
  localStorage.setItem('stored', 'before')
  localStorage.setItem('session', 'key')
  const storage = createStorage(localStorage)
  storage.setItem('stored', 'now')
  expect([storage.getItem('stored'), storage.getItem('session'), storage.length]).toEqual(['now', 'key', 2])
  expect(localStorage.getItem('stored')).toBe('before')
  storage.removeItem('session')
  expect([storage.getItem('session'), localStorage.getItem('session')]).toEqual([null, null])
  storage.clear()
  expect([storage.getItem('stored'), localStorage.length]).toEqual([null, 0])
})

/** The order in which parts of a page hold the lock `name`. */
function holders() {
  const locks = new PageLocks()
  const order: string[] = []
  const hold = (who: string, options: LockOptions = {}) => {
    const done = Promise.withResolvers<void>()
    const held = locks.request('name', options, async (lock) => {
      order.push(lock === null ? `${who} without` : who)
      if (lock) await done.promise
      return who
    })
    return { held, release: done.resolve }
  }
  return { locks, order, hold }
}

test('one part of a page after the other holds a lock, also after one that fails', async () => {
  const { locks, order, hold } = holders()
  const first = hold('first')
  const second = hold('second')
  expect(await locks.query()).toEqual({
    held: [{ name: 'name', mode: 'exclusive' }],
    pending: [{ name: 'name', mode: 'exclusive' }],
  })
  expect(order).toEqual(['first'])
  first.release()
  expect(await first.held).toBe('first')
  second.release()
  await second.held
  expect(order).toEqual(['first', 'second'])
  const failing = locks.request('name', () => Promise.reject(new Error('failed')))
  await expect(failing).rejects.toThrow('failed')
  expect(await locks.query()).toEqual({ held: [], pending: [] })
})

test('shared locks are held together, and keep an exclusive one waiting', async () => {
  const { order, hold } = holders()
  const readers = [hold('one', { mode: 'shared' }), hold('two', { mode: 'shared' })]
  const writer = hold('writer')
  expect(order).toEqual(['one', 'two'])
  for (const { held, release } of readers) {
    release()
    await held
  }
  writer.release()
  await writer.held
  expect(order).toEqual(['one', 'two', 'writer'])
})

test('a request stops waiting when it is taken back, or when it asks only for a free lock', async () => {
  const { locks, order, hold } = holders()
  const first = hold('first')
  await hold('impatient', { ifAvailable: true }).held
  const taking = new AbortController()
  const waiting = hold('second', { signal: taking.signal })
  taking.abort(new DOMException('left', 'AbortError'))
  await expect(waiting.held).rejects.toMatchObject({ name: 'AbortError' })
  first.release()
  await first.held
  expect(order).toEqual(['first', 'impatient without'])
  expect(await locks.query()).toEqual({ held: [], pending: [] })
})

test('a message reaches the other ends of its channel in this page, until they are closed', async () => {
  const heard: string[] = []
  const channelOf = (who: string, name: string) => {
    const channel = new PageChannel(name)
    channel.onmessage = ({ data }) => heard.push(`${who} ${data.says}`)
    return channel
  }
  const sender = channelOf('sender', 'news')
  const listener = channelOf('listener', 'news')
  channelOf('stranger', 'else')
  const closed = channelOf('closed', 'news')
  sender.postMessage({ says: 'one' })
  closed.close()
  sender.close()
  await expect.poll(() => heard).toEqual(['listener one'])
  listener.close()
})
