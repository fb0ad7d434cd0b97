// Covers docs/requirements.md: 573, 635, 714

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { show } from '../../../tests/support/components/show.tsx'
import { ApiError } from '../../failures/callErrors.ts'
import { notify } from '../notice/notify.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useSubmitForm } from './useSubmitForm.ts'

afterEach(() => notify.clear())

const failed = '登録できませんでした'

function Adding({ error, onClose }: { error: Error; onClose: () => void }) {
  const form = useSubmitForm({
    initialValues: { name: '', picture: '' },
    schema: z.object({ name: z.string(), picture: z.string() }),
    failed,
    send: () => Promise.reject(error),
  })
  return (
    <FormDialog title="グループの追加" verb="登録" form={form} onClose={onClose}>
      <TextInput label="名前" {...form.form.getInputProps('name')} />
    </FormDialog>
  )
}

function Example({ error }: { error: Error }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <Adding error={error} onClose={() => setOpen(false)} /> : <p>一覧</p>
}

const refusalOf = (path: string, message: string) =>
  new ApiError({
    code: 'validation_failed',
    status: 400,
    messages: [],
    requestId: null,
    issues: [{ path, message }],
  })

it('shows a refusal once where its field is on the screen, and focuses the field', async () => {
  const screen = await show(<Example error={refusalOf('name', '同じ名前があります')} />)
  await screen.getByRole('button', { name: '登録' }).click()
  const name = screen.getByRole('textbox', { name: '名前' })
  await expect.element(name).toHaveAccessibleDescription('同じ名前があります')
  await expect.element(name).toHaveFocus()
  expect(screen.getByText(/同じ名前があります/).elements()).toHaveLength(1)
})

it.each([
  ['failure', new Error('no answer'), failed],
  [
    'refusal of a field that is not on the screen',
    refusalOf('picture', '画像が大きすぎます'),
    '登録できませんでした。画像が大きすぎます。',
  ],
])('takes the notification of a %s away when it closes', async (_what, error, text) => {
  const screen = await show(<Example error={error} />)
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible()
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await expect.element(screen.getByText('一覧')).toBeVisible()
  await expect.element(screen.getByText(text)).not.toBeInTheDocument()
})

function Focusing({ claims }: { claims: boolean }) {
  const form = useSubmitForm({
    initialValues: { picture: '', name: '', note: '' },
    schema: z.object({ picture: z.string(), name: z.string(), note: z.string() }),
    failed,
    send: () => Promise.resolve(),
  })
  return (
    <FormDialog title="グループの編集" verb="更新" form={form} onClose={() => undefined}>
      <input type="file" aria-label="画像" />
      <TextInput label="コード" disabled />
      <TextInput label="名前" {...form.form.getInputProps('name')} />
      <TextInput label="説明" data-autofocus={claims || undefined} {...form.form.getInputProps('note')} />
    </FormDialog>
  )
}

it.each([
  ['the first field that can be filled in', false, '名前'],
  ['the field that claims the focus', true, '説明'],
])('starts at %s', async (_what, claims, label) => {
  const screen = await show(<Focusing claims={claims} />)
  await expect.element(screen.getByRole('textbox', { name: label })).toHaveFocus()
})
