// Covers docs/requirements.md: 544

import { afterEach, expect, test, vi } from 'vitest'
import { defaultTimeouts } from './eventStream.ts'
import { shareEventStream } from './sharedEventStream.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page that is left, whose locks are refused at once, does not ask for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const inactive = new DOMException('The document is not active.', 'InvalidStateError')
  const request = vi.spyOn(navigator.locks, 'request').mockImplementation(() =>
    // Without an end the test would stand still where it is to fail.
    request.mock.calls.length > 50 ? new Promise(() => {}) : Promise.reject(inactive),
  )
  const over = new AbortController()
  shareEventStream({ listener: () => {}, signal: over.signal })
  await new Promise(requestAnimationFrame)
  expect(request).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(defaultTimeouts.first)
  expect(request).toHaveBeenCalledTimes(2)
  over.abort()
})
