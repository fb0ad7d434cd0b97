import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/show.tsx'
import { Keypad } from './Keypad.tsx'

const keypad = () =>
  show(
    <Keypad initial="" unit="m³" decimalPoint={3} last="659.263 m³" onValue={vi.fn()} onCancel={vi.fn()} />,
  )

test('on a phone the last value stands beside the keys, where the facts above made room for them', async () => {
  await page.viewport(390, 844)
  const screen = await keypad()
  await expect.element(screen.getByText('前回 659.263 m³')).toBeVisible()
})

test('a short phone keeps the room for the keys, and a wide screen shows the facts themselves', async () => {
  const screen = await keypad()
  for (const [width, height] of [
    [375, 667],
    [844, 390],
    [820, 1180],
  ] as const) {
    await page.viewport(width, height)
    await expect.element(screen.getByText('前回 659.263 m³')).not.toBeVisible()
  }
})
