import { expect, test } from 'vitest'
import { show } from '../../tests/support/show.tsx'
import { Portions } from './Portions.tsx'

const list = (count: number) => (
  <Portions rows={Array.from({ length: count }, (_, index) => index)}>
    {(shown) => (
      <ul>
        {shown.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    )}
  </Portions>
)

test('of thousands the first are drawn, and more with each press', async () => {
  const screen = await show(list(3000))
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  const drawn = () => screen.getByRole('listitem').elements().length
  expect(drawn()).toBe(60)
  await screen.getByRole('button', { name: 'さらに表示（残り 2,940 件）' }).click()
  await expect.poll(drawn).toBe(120)
})

test('a list that is shown whole offers nothing more', async () => {
  const screen = await show(list(60))
  await expect.element(screen.getByRole('listitem').last()).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})
