import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../tests/support/show.tsx'
import { Dialog } from './Dialog.tsx'

function Example() {
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        開く
      </button>
      <Dialog title="メーターの追加" opened={opened} onClose={() => setOpened(false)} dirty={name !== ''}>
        <TextInput label="名前" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Select label="単位" data={['MPa', 'kPa']} />
      </Dialog>
    </>
  )
}

test('without input it closes at once and gives the focus back', async () => {
  const screen = await show(<Example />)
  await screen.getByRole('button', { name: '開く' }).click()
  const dialog = screen.getByRole('dialog', { name: 'メーターの追加' })
  await expect.element(screen.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: '開く' })).toHaveFocus()
})

test('with unsaved input it asks before closing', async () => {
  const screen = await show(<Example />)
  await screen.getByRole('button', { name: '開く' }).click()
  const dialog = screen.getByRole('dialog', { name: 'メーターの追加' })
  await screen.getByRole('textbox', { name: '名前' }).fill('No.3')
  await screen.getByRole('button', { name: '閉じる' }).click()
  await screen.getByRole('button', { name: '入力を続ける' }).click()
  await expect.element(screen.getByRole('textbox', { name: '名前' })).toHaveValue('No.3')
  await expect.element(screen.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: '破棄' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('Esc closes an open list of choices before the dialog', async () => {
  const screen = await show(<Example />)
  await screen.getByRole('button', { name: '開く' }).click()
  await screen.getByRole('combobox', { name: '単位' }).click()
  await expect.element(screen.getByRole('option', { name: 'MPa' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('option', { name: 'MPa' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('dialog', { name: 'メーターの追加' })).toBeVisible()
})
