// Covers docs/requirements.md: 299

import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
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

test('Escape closes it from the button of an unfolded part too', async () => {
  const onClose = vi.fn()
  const screen = await show(
    <Dialog title="測定値の詳細" opened onClose={onClose}>
      <button type="button" aria-expanded="true">
        変更履歴
      </button>
    </Dialog>,
  )
  await screen.getByRole('button', { name: '変更履歴' }).click()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('with unsaved input it asks before closing', async () => {
  const screen = await show(<Example />)
  await screen.getByRole('button', { name: '開く' }).click()
  const dialog = screen.getByRole('dialog', { name: 'メーターの追加' })
  await type(screen.getByRole('textbox', { name: '名前' }), 'No.3')
  await screen.getByRole('button', { name: '閉じる' }).click()
  await screen.getByRole('button', { name: '入力を続ける' }).click()
  await expect.element(screen.getByRole('textbox', { name: '名前' })).toHaveValue('No.3')
  await expect.element(screen.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: '破棄' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('input that marks itself as unsaved is asked about too', async () => {
  const onClose = vi.fn()
  const screen = await show(
    <Dialog title="メーターの追加" opened onClose={onClose}>
      <input aria-label="新しい点検グループの名前" data-unsaved />
    </Dialog>,
  )
  await screen.getByRole('button', { name: '閉じる' }).click()
  await screen.getByRole('button', { name: '破棄' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

test('Esc closes an open list of choices before the dialog', async () => {
  const screen = await show(<Example />)
  await screen.getByRole('button', { name: '開く' }).click()
  await expect.element(screen.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await screen.getByRole('combobox', { name: '単位' }).click()
  await expect.element(screen.getByRole('option', { name: 'MPa' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('option', { name: 'MPa' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('dialog', { name: 'メーターの追加' })).toBeVisible()
})

test('Esc that no dialog has the focus for closes only the one on top', async () => {
  const onClose = vi.fn()
  const onCloseTop = vi.fn()
  await show(
    <Dialog title="メーターの追加" opened onClose={onClose}>
      <Dialog title="AIアシスト設定" opened onClose={onCloseTop}>
        <p>メーター画像</p>
      </Dialog>
    </Dialog>,
  )
  await dialogHasFocus(/AIアシスト設定/)
  ;(document.activeElement as HTMLElement).blur()
  expect(document.activeElement).toBe(document.body)
  await userEvent.keyboard('{Escape}')
  expect(onCloseTop).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
})

test('its buttons stay at the bottom, but not where large text makes them take the screen', async () => {
  const shown = (
    <Dialog
      title="測定値"
      opened
      onClose={() => undefined}
      actions={['前の測定値', '次の測定値', '削除', '閉じる', '確認済みにする'].map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    >
      <p style={{ height: 3000 }}>測定値の詳細</p>
    </Dialog>
  )
  const screen = await show(shown)
  const inSight = () => {
    const { bottom } = screen.getByRole('button', { name: '削除' }).element().getBoundingClientRect()
    return bottom <= window.innerHeight
  }
  await expect.poll(inSight).toBe(true)
  document.documentElement.style.fontSize = '200%'
  try {
    await expect.poll(inSight).toBe(false)
  } finally {
    document.documentElement.style.fontSize = ''
  }
})

test('its title stays above what is read, but not where large text makes it take the screen', async () => {
  const screen = await show(
    <Dialog
      title="第二工場 地下一階 ボイラー室 給水ポンプ 2号機 吐出側 圧力計（予備系統）"
      opened
      onClose={() => undefined}
    >
      <p style={{ height: 3000 }}>測定値の詳細</p>
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const inSight = () => {
    dialog.element().scrollTo(0, 1500)
    return screen.getByRole('heading').element().getBoundingClientRect().bottom > 0
  }
  await expect.poll(inSight).toBe(true)
  document.documentElement.style.fontSize = '200%'
  try {
    await expect.poll(inSight).toBe(false)
  } finally {
    document.documentElement.style.fontSize = ''
  }
})

function Adding() {
  const [adding, setAdding] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAdding(true)}>
        追加
      </button>
      {adding && (
        <Dialog title="データの追加" opened onClose={() => setAdding(false)}>
          測定値
        </Dialog>
      )}
    </>
  )
}

test('a dialog that goes without closing gives the focus back', async () => {
  const screen = await show(<Adding />)
  await screen.getByRole('button', { name: '追加' }).click()
  await expect.element(screen.getByRole('button', { name: '閉じる' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: '追加' })).toHaveFocus()
})
