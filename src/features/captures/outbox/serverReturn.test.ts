// Covers docs/requirements.md: 517

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchServerReturn } from './serverReturn.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const minutes = (count: number) => count * 60_000

/** A server that is ready when told, and what happened until then. */
function watched() {
  const at = { ready: false, asked: 0, returns: 0 }
  const watch = watchServerReturn(
    () => {
      at.returns += 1
    },
    {
      isReady: () => {
        at.asked += 1
        return Promise.resolve(at.ready)
      },
      random: () => 1,
    },
  )
  return { at, watch }
}

test('a server that was away for hours is noticed within twenty seconds', async () => {
  const { at, watch } = watched()
  watch.lost()
  await vi.advanceTimersByTimeAsync(minutes(180))
  expect(at.returns).toBe(0)
  at.ready = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(at.returns).toBe(1)
  await vi.advanceTimersByTimeAsync(minutes(10))
  expect(at.returns).toBe(1)
})

test('a server that says it is ready and takes nothing is tried less and less often', async () => {
  const { at, watch } = watched()
  at.ready = true
  watch.lost()
  const perMinute: number[] = []
  for (let minute = 0; minute < 12; minute += 1) {
    const before = at.returns
    for (let second = 0; second < 60; second += 1) {
      const tried = at.returns
      await vi.advanceTimersByTimeAsync(1000)
      if (at.returns > tried) watch.lost()
    }
    perMinute.push(at.returns - before)
  }
  expect(perMinute[0]).toBeLessThanOrEqual(6)
  expect(perMinute[3]).toBeLessThanOrEqual(2)
  expect(perMinute.slice(9).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1)
})

test('where sending works nobody is asked', async () => {
  const { at, watch } = watched()
  watch.lost()
  watch.found()
  await vi.advanceTimersByTimeAsync(minutes(1))
  expect(at.asked).toBe(0)
})
