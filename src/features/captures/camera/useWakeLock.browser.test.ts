import { afterEach, expect, test, vi } from 'vitest'
import { renderHook } from '../../../../tests/support/components/render.ts'
import { useWakeLock } from './useWakeLock.ts'

afterEach(() => vi.restoreAllMocks())

/** A browser without a screen grants no lock of its own. */
function grantLocks() {
  const release = vi.fn(async () => undefined)
  const request = vi
    .spyOn(navigator.wakeLock, 'request')
    .mockImplementation(async () => ({ release }) as unknown as WakeLockSentinel)
  return { request, release }
}

const shownAgain = () => document.dispatchEvent(new Event('visibilitychange'))

test('the screen stays on while the camera is open, also after the page was hidden, and no longer', async () => {
  const { request, release } = grantLocks()
  const { unmount } = await renderHook(() => useWakeLock())
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  shownAgain()
  expect(request).toHaveBeenCalledTimes(2)
  await request.mock.results.at(-1)?.value
  await unmount()
  expect(release).toHaveBeenCalledOnce()
  shownAgain()
  expect(request).toHaveBeenCalledTimes(2)
})

test('a lock that is granted after the camera was left is given back at once', async () => {
  const { request, release } = grantLocks()
  const granted = Promise.withResolvers<WakeLockSentinel>()
  request.mockReturnValueOnce(granted.promise)
  const { unmount } = await renderHook(() => useWakeLock())
  await unmount()
  expect(release).not.toHaveBeenCalled()
  granted.resolve({ release } as unknown as WakeLockSentinel)
  await expect.poll(() => release.mock.calls.length).toBe(1)
})
