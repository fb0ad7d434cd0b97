// Covers docs/requirements.md: 648

import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { confirm, confirmDoubt } from './confirm.tsx'

test('who presses twice before the question is there is asked once', async () => {
  const screen = await show(null)
  const question = { title: '測定値の削除', text: '削除します。', confirm: '削除' }
  const answers = Promise.all([confirm(question), confirm(question)])
  await screen.getByRole('button', { name: '削除' }).click()
  expect(await answers).toEqual([true, false])
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('a doubt has its main button last, as on the phone: it has the focus and leads back to the input', async () => {
  const screen = await show(null)
  const ask = () => confirmDoubt({ title: '99 で確定しますか', text: '', confirm: 'この値で確定' })
  const button = (name: string) => screen.getByRole('dialog').getByRole('button', { name })
  const corrected = ask()
  await expect.element(button('修正する')).toHaveFocus()
  await expect.element(button('修正する')).not.toHaveAttribute('data-variant')
  await expect.element(button('この値で確定')).toHaveAttribute('data-variant', 'default')
  const both = screen.getByRole('dialog').getByRole('button', { name: /する$|確定$/ })
  expect(both.elements().map(({ textContent }) => textContent)).toEqual(['この値で確定', '修正する'])
  await userEvent.keyboard('{Enter}')
  expect(await corrected).toBe(false)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

  const closed = ask()
  await expect.element(button('修正する')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(await closed).toBe(false)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

  const confirmed = ask()
  await button('この値で確定').click()
  expect(await confirmed).toBe(true)
})
