import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { usePressCooldown } from './usePressCooldown.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function Pressed() {
  const { cooling, startCooldown } = usePressCooldown()
  return (
    <button type="button" onClick={startCooldown}>
      {cooling ? 'cooling' : 'ready'}
    </button>
  )
}

test.each([
  ['a key that is held down', () => new KeyboardEvent('keydown', { key: 'Enter', repeat: true })],
  ['a finger that presses on', () => new PointerEvent('pointerdown')],
])('%s is waited out', async (_, press) => {
  const screen = await show(<Pressed />)
  const button = screen.getByRole('button')
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(button).toHaveTextContent('cooling')
  for (let again = 0; again < 5; again++) {
    vi.advanceTimersByTime(500)
    window.dispatchEvent(press())
  }
  await expect.element(button).toHaveTextContent('cooling')
  vi.advanceTimersByTime(1000)
  await expect.element(button).toHaveTextContent('ready')
})
