// Covers docs/requirements.md: 300, 620, 653, 698

import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { NetworkError } from '../../failures/callErrors.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { groupKind, inspectionKind } from './groupKinds.ts'

afterEach(() => notify.clear())

/** A dialog after a failed save of 「A棟」. */
async function failedOnce() {
  const save = vi.fn().mockRejectedValueOnce(new NetworkError('cut')).mockResolvedValue(undefined)
  const close = vi.fn()
  const screen = await show(<GroupDialog kind={inspectionKind} row={null} onSave={save} onClose={close} />)
  const name = screen.getByRole('textbox', { name: /点検グループ名/ })
  await type(name, 'A棟')
  await screen.getByRole('button', { name: '登録' }).click()
  const note = screen.getByText('点検グループを登録できませんでした')
  await expect.element(note).toBeVisible()
  await expect.element(name).toHaveValue('A棟')
  return { screen, save, close, name, note }
}

test('repeating a failed save from its note sends what stands in the fields by then', async () => {
  const { screen, save, close, name } = await failedOnce()
  await type(name, 'B棟')
  // The dialog covers the notification here; the console's style sheet raises it.
  screen
    .getByRole('button', { name: '再試行' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(save).toHaveBeenLastCalledWith({ id: null, name: 'B棟', description: '', contact: '' })
})

test('an inspection group gets a contact of at most 100 characters, a meter group a description', async () => {
  const save = vi.fn(async (_input: object) => undefined)
  const row = {
    id: 4,
    name: 'A棟',
    description: '',
    contact: '',
    at: '',
    meters: 0,
    stops: 0,
    assignee: null,
  }
  const screen = await show(
    <GroupDialog kind={inspectionKind} row={row} onSave={save} onClose={() => undefined} />,
  )
  const contact = screen.getByRole('textbox', { name: /^連絡先/ })
  await expect.element(contact).toHaveAttribute('maxlength', '100')
  const hint = screen.getByText('電話番号がありません。現場から電話できるように、番号も入力してください。')
  await expect.element(hint).not.toBeInTheDocument()
  await type(contact, '設備課')
  await expect.element(hint).toBeVisible()
  await expect.element(contact).not.toHaveAttribute('aria-invalid', 'true')
  await type(contact, '設備課 内線 １２３')
  await expect.element(hint).not.toBeInTheDocument()
  await type(contact, '設備課 03-1234-5678 ')
  await expect.element(hint).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '更新' }).click()
  await expect.poll(() => save.mock.calls.length).toBe(1)
  expect(save).toHaveBeenCalledWith({
    id: 4,
    name: 'A棟',
    description: '',
    contact: '設備課 03-1234-5678',
  })
  await screen.unmount()

  const other = await show(<GroupDialog kind={groupKind} row={row} onSave={save} onClose={() => undefined} />)
  await expect.element(other.getByRole('textbox', { name: /^説明/ })).toBeVisible()
  await expect.element(other.getByRole('textbox', { name: /^連絡先/ })).not.toBeInTheDocument()
})

test('once it is saved nothing offers to save it again', async () => {
  const { screen, save, note } = await failedOnce()
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(save).toHaveBeenCalledTimes(2)
})

test('a dialog that is left while it saves asks first: what is typed would be lost if it fails', async () => {
  const save = vi.fn(() => new Promise<void>(() => undefined))
  const close = vi.fn()
  const screen = await show(<GroupDialog kind={inspectionKind} row={null} onSave={save} onClose={close} />)
  await type(screen.getByRole('textbox', { name: /点検グループ名/ }), 'A棟')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.poll(() => save.mock.calls.length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: '入力を続ける' })).toBeVisible()
  expect(close).not.toHaveBeenCalled()
})

test('a renamed group says before it is saved how many meters change with it', async () => {
  const row = {
    id: 4,
    name: 'A棟',
    description: '',
    contact: '',
    at: '',
    meters: 12,
    stops: 0,
    assignee: null,
  }
  const screen = await show(
    <GroupDialog kind={inspectionKind} row={row} onSave={async () => undefined} onClose={() => undefined} />,
  )
  const note = screen.getByText(
    'このグループのメーター 12件の表示が「A棟2」に変わります。測定値は変わりません。',
  )
  await expect.element(note).not.toBeInTheDocument()
  await userEvent.type(screen.getByRole('textbox', { name: /点検グループ名/ }), '2')
  await expect.element(note).toBeVisible()
})
