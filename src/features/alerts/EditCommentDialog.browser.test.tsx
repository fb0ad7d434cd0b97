// Covers docs/requirements.md: 608

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAlert } from '../../../tests/support/responses/alert.ts'
import { EditCommentDialog } from './EditCommentDialog.tsx'

afterEach(() => vi.restoreAllMocks())

const alert = anAlert({
  id: 12,
  is_alert: false,
  is_alerted: false,
  confirm_at: '2026-11-18T15:03:00+09:00',
  confirmed_by: '監督 花子',
  comment: '弁を閉めた',
})

test('the dialog starts from the comment, names the meter, sends what was typed and closes', async () => {
  const asked: Request[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push(new Request(input, init))
    return Response.json({ success: true, data: { ...alert, comment: '弁を開けた' } })
  })
  const onClose = vi.fn()
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <EditCommentDialog alert={alert} onClose={onClose} />
    </QueryClientProvider>,
  )
  const dialog = screen.getByRole('dialog', { name: 'コメントの編集' })
  await expect.element(dialog).toMatchTextContent(/「No\.3 冷却水圧力」のアラート/)
  const field = dialog.getByRole('textbox')
  await expect.element(field).toHaveValue('弁を閉めた')
  await type(field, '弁を開けた')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('コメントを保存しました')).toBeVisible()
  await expect.poll(() => onClose.mock.calls).toHaveLength(1)
  const [request] = asked
  expect([request?.method, new URL(request?.url ?? '').pathname]).toEqual([
    'PUT',
    '/api/v1/meter-alert/12/comment',
  ])
  expect(await request?.json()).toEqual({ comment: '弁を開けた' })
})

test('closing without a change asks nothing, with a change it asks first', async () => {
  const onClose = vi.fn()
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <EditCommentDialog alert={alert} onClose={onClose} />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  expect(onClose).toHaveBeenCalledOnce()
  await type(screen.getByRole('textbox'), '弁を開けた')
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await expect.element(screen.getByRole('button', { name: '破棄' })).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
})
