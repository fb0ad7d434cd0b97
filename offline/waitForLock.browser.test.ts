import { afterEach, expect, test, vi } from 'vitest'
import { waitForLock } from './waitForLock.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** As Chromium does at times: a request stands that nobody is ahead of. */
function leaveUngranted(times: number) {
  const request = navigator.locks.request.bind(navigator.locks)
  let left = times
  return vi.spyOn(LockManager.prototype, 'request').mockImplementation(((
    name: string,
    options: LockOptions,
    work: LockGrantedCallback<unknown>,
  ) => {
    if (left-- <= 0 || options.signal?.aborted === true) return request(name, options, work)
    return new Promise((_, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
    })
  }) as never)
}

test('a lock that is free and not granted is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const request = leaveUngranted(2)
  const worked = waitForLock('a', async () => 'worked')
  await vi.advanceTimersByTimeAsync(6000)
  expect(await worked).toBe('worked')
  expect(request).toHaveBeenCalledTimes(3)
})

test('work under the lock is not run again, however long it takes and however it ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise, reject } = Promise.withResolvers<never>()
  const work = vi.fn(() => promise)
  const worked = waitForLock('b', work)
  const failed = expect(worked).rejects.toThrow('full')
  await vi.waitFor(() => expect(work).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(20_000)
  reject(new DOMException('full', 'AbortError'))
  await failed
  expect(work).toHaveBeenCalledTimes(1)
})

test('waiting ends with the signal and its reason', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  leaveUngranted(100)
  const ending = new AbortController()
  const failed = expect(waitForLock('c', async () => {}, ending.signal)).rejects.toThrow('enough')
  await vi.advanceTimersByTimeAsync(7000)
  ending.abort(new Error('enough'))
  await failed
  await expect(waitForLock('c', async () => {}, ending.signal)).rejects.toThrow('enough')
})
