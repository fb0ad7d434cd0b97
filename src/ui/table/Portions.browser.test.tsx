import { afterEach, expect, test } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { Portions } from './Portions.tsx'

afterEach(() => history.replaceState(null, ''))

const list = (count: number, name?: string) => (
  <Portions {...(name && { name })} rows={Array.from({ length: count }, (_, index) => index)}>
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

test('the focus goes on to what each press has brought, also when nothing is left to bring', async () => {
  const screen = await show(list(150))
  for (const first of ['60', '120']) {
    await screen.getByRole('button', { name: /^さらに表示/ }).click()
    await expect.poll(() => document.activeElement?.textContent).toBe(first)
  }
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test('it stays as far opened as it was for whoever comes back, and for nobody else', async () => {
  const drawnOn = async (entry: string, press = false) => {
    history.replaceState({ __TSR_key: entry }, '')
    const screen = await show(list(3000, '1日以内'))
    await expect.element(screen.getByRole('listitem').first()).toBeVisible()
    if (press) await screen.getByRole('button').click()
    const drawn = screen.getByRole('listitem').elements().length
    await screen.unmount()
    return drawn
  }
  expect(await drawnOn('left', true)).toBe(120)
  expect(await drawnOn('another')).toBe(60)
  expect(await drawnOn('left')).toBe(120)
})

test('a list that is shown whole offers nothing more', async () => {
  const screen = await show(list(60))
  await expect.element(screen.getByRole('listitem').last()).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})
