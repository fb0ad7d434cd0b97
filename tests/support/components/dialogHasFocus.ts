import { expect } from 'vitest'

/** A dialog takes the focus just after it is shown, also from what a test has given it to. */
export const dialogHasFocus = (text: RegExp) =>
  expect.poll(() => document.activeElement?.closest('[role=dialog]')?.textContent).toMatch(text)
