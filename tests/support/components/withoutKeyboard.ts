import { onTestFinished, vi } from 'vitest'

/** For the rest of a test: a touch screen, without mouse and keyboard. */
export function withoutKeyboard(): void {
  const real = window.matchMedia.bind(window)
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => real(query.includes('hover: hover') ? 'not all' : query))
  onTestFinished(() => spy.mockRestore())
}
