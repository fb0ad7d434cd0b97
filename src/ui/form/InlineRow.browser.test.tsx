// Covers docs/requirements.md: 174, 175, 261, 618

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { NetworkError } from '../../failures/callErrors.ts'
import { isBusy } from '../../pwa/busy.ts'
import { confirm as question } from '../dialog/confirm.tsx'
import { InlineRow } from './InlineRow.tsx'

const row = (onSave: (draft: string) => Promise<unknown>, confirm = async (_: string) => true) => (
  <InlineRow
    label="メーター名"
    value="No.3 冷却水圧力"
    initial="No.3 冷却水圧力"
    editor={({ draft, change, props }) => (
      <TextInput {...props} value={draft} onChange={(event) => change(event.currentTarget.value)} />
    )}
    validate={(draft) => (draft === '' ? 'メーター名を入力してください' : null)}
    confirm={confirm}
    onSave={onSave}
  />
)

test('Enter saves what was typed, closes the row and gives the focus back to the pencil', async () => {
  const save = vi.fn(async () => undefined)
  const screen = await show(row(save))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  const input = screen.getByRole('textbox', { name: 'メーター名' })
  await expect.element(input).toHaveFocus()
  await type(input, 'No.4')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  expect(save).toHaveBeenCalledExactlyOnceWith('No.4', '')
  await expect.element(screen.getByRole('button', { name: 'メーター名を編集' })).toHaveFocus()
})

test('a failed save keeps what was typed, says why, and can be repeated', async () => {
  const save = vi.fn().mockRejectedValueOnce(new NetworkError('cut')).mockResolvedValueOnce(undefined)
  const screen = await show(row(save))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  const input = screen.getByRole('textbox', { name: 'メーター名' })
  await type(input, 'No.4 長い名前')
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/サーバーにつながりません/)
  await expect.element(input).toHaveValue('No.4 長い名前')
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(input).not.toBeInTheDocument()
  expect(save).toHaveBeenCalledTimes(2)
})

test('Esc gives up without saving', async () => {
  const save = vi.fn()
  const screen = await show(row(save))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  await type(screen.getByRole('textbox', { name: 'メーター名' }), '別の名前')
  await expect.poll(isBusy).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText('No.3 冷却水圧力')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
  await expect.poll(isBusy).toBe(false)
})

test('Esc in what the editor opened elsewhere in the page, such as a calendar, does not give up', async () => {
  const screen = await show(
    <InlineRow
      label="測定日時"
      value="11/20"
      initial="11/20"
      editor={({ draft }) => createPortal(<button type="button">{`${draft}の暦`}</button>, document.body)}
    />,
  )
  await screen.getByRole('button', { name: '測定日時を編集' }).click()
  const calendar = screen.getByRole('button', { name: '11/20の暦' })
  calendar.element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: '保存' })).toBeVisible()
})

test('an unchanged or refused draft is not sent', async () => {
  const save = vi.fn()
  const screen = await show(row(save))
  const pencil = screen.getByRole('button', { name: 'メーター名を編集' })
  await pencil.click()
  await expect.element(screen.getByRole('textbox', { name: 'メーター名' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(pencil).toBeVisible()
  await pencil.click()
  await type(screen.getByRole('textbox', { name: 'メーター名' }), '')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('メーター名を入力してください')
  expect(save).not.toHaveBeenCalled()
})

/** Whether the alert is above the buttons, next to the input. */
const isAboveButtons = (screen: Awaited<ReturnType<typeof show>>) => {
  const alert = screen.getByRole('alert').element()
  const save = screen.getByRole('button', { name: '保存' }).element()
  return (alert.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

test('an error describes its input, is shown above the buttons, and disappears when the input is right', async () => {
  const screen = await show(row(vi.fn()))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  const input = screen.getByRole('textbox', { name: 'メーター名' })
  await type(input, '')
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(input).toHaveAccessibleDescription('メーター名を入力してください')
  await expect.element(input).toHaveFocus()
  expect(isAboveButtons(screen)).toBe(true)
  await type(input, 'No.4')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('a failure that is not about the input is shown above the buttons as well', async () => {
  const screen = await show(row(vi.fn().mockRejectedValueOnce(new NetworkError('cut'))))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  const input = screen.getByRole('textbox', { name: 'メーター名' })
  await type(input, 'No.4')
  await screen.getByRole('button', { name: '保存' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/サーバーにつながりません/)
  await expect.element(input).not.toHaveAttribute('aria-invalid')
  expect(isAboveButtons(screen)).toBe(true)
})

test('a question that cannot be asked is a failure, and nothing is saved', async () => {
  const save = vi.fn(async () => undefined)
  const screen = await show(row(save, vi.fn().mockRejectedValueOnce(new NetworkError('cut'))))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  const input = screen.getByRole('textbox', { name: 'メーター名' })
  await type(input, 'No.4')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/サーバーにつながりません/)
  await expect.element(input).toHaveValue('No.4')
  expect(save).not.toHaveBeenCalled()
})

test('who does not agree is back at the input, whose text the next typing replaces', async () => {
  const save = vi.fn(async () => undefined)
  const ask = () => question({ title: 'この名前にしますか', text: '', confirm: 'はい', cancel: '見直す' })
  const screen = await show(row(save, ask))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  const input = screen.getByRole('textbox', { name: 'メーター名' })
  await type(input, 'No.4')
  await screen.getByRole('button', { name: '保存' }).click()
  await screen.getByRole('button', { name: '見直す' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('No.5')
  await expect.element(input).toHaveValue('No.5')
  expect(save).not.toHaveBeenCalled()
})

test('what a person does not agree to is not sent, and stays to be changed', async () => {
  const save = vi.fn(async () => undefined)
  const confirm = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const screen = await show(row(save, confirm))
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  const input = screen.getByRole('textbox', { name: 'メーター名' })
  await type(input, 'No.4')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => confirm.mock.calls).toEqual([['No.4']])
  await expect.element(input).toHaveValue('No.4')
  expect(save).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).not.toBeInTheDocument()
  expect(save).toHaveBeenCalledExactlyOnceWith('No.4', '')
})

/** Another user can change the value. */
function Shared({ onSave }: { onSave: () => Promise<unknown> }) {
  const [name, setName] = useState('No.3')
  return (
    <>
      <button type="button" onClick={() => setName('No.9')}>
        ほかの人が保存
      </button>
      <InlineRow
        label="メーター名"
        value={name}
        initial={name}
        editor={({ draft, change, props }) => (
          <TextInput {...props} value={draft} onChange={(event) => change(event.currentTarget.value)} />
        )}
        onSave={onSave}
      />
    </>
  )
}

test('what others save while a row is open is not overwritten by a person who typed nothing', async () => {
  const save = vi.fn(async () => undefined)
  const screen = await show(<Shared onSave={save} />)
  await screen.getByRole('button', { name: 'メーター名を編集' }).click()
  await screen.getByRole('button', { name: 'ほかの人が保存' }).click()
  expect(isBusy()).toBe(false)
  await screen.getByRole('button', { name: '保存', exact: true }).click()
  await expect.element(screen.getByText('No.9')).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})
