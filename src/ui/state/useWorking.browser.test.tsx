import { startTransition } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { show } from '../../../tests/support/components/show.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useSubmitForm } from '../form/useSubmitForm.ts'

function Entry({ send }: { send: () => Promise<void> }) {
  const entry = useSubmitForm({
    initialValues: { value: '' },
    schema: z.object({ value: z.string() }),
    send,
    failed: '登録できませんでした',
  })
  return (
    <FormDialog title="データの追加" verb="登録" form={entry} onClose={() => undefined}>
      <input aria-label="測定値" {...entry.form.getInputProps('value')} />
    </FormDialog>
  )
}

test('a form that has been sent takes the next Enter while another transition of the page is pending', async () => {
  const other = Promise.withResolvers<void>()
  const send = vi.fn(async () => undefined)
  const screen = await show(<Entry send={send} />)
  startTransition(() => other.promise)
  await screen.getByRole('textbox', { name: '測定値' }).click()
  await userEvent.keyboard('1{Enter}')
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await userEvent.keyboard('2{Enter}')
  await expect.poll(() => send.mock.calls.length).toBe(2)
  other.resolve()
})
