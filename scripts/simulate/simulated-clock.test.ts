// Covers docs/requirements.md: 399

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { realClock, simulatedClock } from './simulated-clock.ts'

const at = new Date('2026-11-23T12:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ now: at })
})
afterEach(() => {
  vi.useRealTimers()
})

it('fast time ends at the real time, and goes on with it', () => {
  const clock = simulatedClock(10, 6)
  expect(clock.now()).toEqual(new Date('2026-11-23T11:06:00Z'))
  vi.advanceTimersByTime(3 * 60_000)
  expect(clock.now()).toEqual(new Date('2026-11-23T11:36:00Z'))
  vi.advanceTimersByTime(3 * 60_000)
  expect(clock.now()).toEqual(new Date())
  vi.advanceTimersByTime(60_000)
  expect(clock.now()).toEqual(new Date())
})

it('real time is the machine’s', () => {
  expect(realClock().now()).toEqual(at)
})
