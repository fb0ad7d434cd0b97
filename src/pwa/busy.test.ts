// Covers docs/requirements.md: 542

import { expect, test, vi } from 'vitest'
import { discardInput, hasUnsavedInput, isBusy, markBusy, photographsSaved, subscribeBusy } from './busy.ts'

test('requirement 29: work and input keep a reload away until each has ended; only input keeps the person on the screen', () => {
  const camera = markBusy('camera')
  expect([isBusy(), hasUnsavedInput()]).toEqual([true, false])
  const form = markBusy('form', 'input')
  expect([isBusy(), hasUnsavedInput()]).toEqual([true, true])
  camera()
  expect([isBusy(), hasUnsavedInput()]).toEqual([true, true])
  form()
  expect([isBusy(), hasUnsavedInput()]).toEqual([false, false])
})

test('what was agreed to be discarded is asked for once, and work goes on', () => {
  const form = markBusy('form', 'input')
  const camera = markBusy('camera')
  discardInput()
  expect([isBusy(), hasUnsavedInput()]).toEqual([true, false])
  form()
  camera()
  expect(isBusy()).toBe(false)
})

test('whoever waits is told when the last one ends', () => {
  const heard = vi.fn(() => isBusy())
  const end = subscribeBusy(heard)
  markBusy('outbox')()
  end()
  markBusy('outbox')()
  expect(heard.mock.results.map(({ value }) => value)).toEqual([true, false])
})

test('the end of a session waits for every photograph on its way into the outbox, and for nothing else', async () => {
  const camera = markBusy('camera')
  await photographsSaved()
  const [first, second] = [markBusy('photograph', 'saving'), markBusy('photograph', 'saving')]
  const heard = vi.fn()
  const saved = photographsSaved().then(heard)
  first()
  await Promise.resolve()
  expect(heard).not.toHaveBeenCalled()
  second()
  await saved
  expect(hasUnsavedInput()).toBe(false)
  camera()
})

test('the end of a session does not wait for ever for a storage that never answers', async () => {
  vi.useFakeTimers()
  const photograph = markBusy('photograph', 'saving')
  const saved = photographsSaved()
  await vi.advanceTimersByTimeAsync(20_000)
  await saved
  photograph()
  vi.useRealTimers()
})
