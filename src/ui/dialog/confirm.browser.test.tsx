import { expect, test } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { confirm } from './confirm.tsx'

test('who presses twice before the question is there is asked once', async () => {
  const screen = await show(null)
  const question = { title: '測定値の削除', text: '削除します。', confirm: '削除' }
  const answers = Promise.all([confirm(question), confirm(question)])
  await screen.getByRole('button', { name: '削除' }).click()
  expect(await answers).toEqual([true, false])
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
