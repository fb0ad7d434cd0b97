// Covers docs/requirements.md: 1091, 1092

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type {
  AlertReminderFields,
  AlertReminders as Reminders,
} from '../../../contract/alert-rules/alertReminders.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aRecipientGroup } from '../../../tests/support/responses/alertRules.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { pushQuery } from '../../lib/queries/push.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AlertReminders } from './AlertReminders.tsx'
import { NoticeReach } from './NoticeReach.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const account = anAccount({ is_alert_mail: true })
const chiefs = aRecipientGroup({
  id: 5,
  name: '課長',
  members: [{ id: account.id, username: account.username }],
})
const both: Reminders = {
  escalation: { minutes: 30, recipient_group: { id: 5, name: '課長', member_count: 1 } },
  repeat_hours: 4,
}
const never: Reminders = { escalation: null, repeat_hours: null }

/** The setting with the sentence that it changes, as a member of the group; what is sent. */
async function show(first: Reminders, role: 0 | 1, groups = [chiefs]) {
  let reminders = first
  const sent: AlertReminderFields[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') {
      const body: AlertReminderFields = await request.json()
      sent.push(body)
      const { escalation } = body
      const group = groups.find(({ id }) => id === escalation?.recipient_group_id) ?? chiefs
      const recipient_group = { id: group.id, name: group.name, member_count: group.members.length }
      reminders = { ...body, escalation: escalation && { minutes: escalation.minutes, recipient_group } }
    }
    const data: Record<string, unknown> = {
      '/api/v1/alert-reminders': reminders,
      '/api/v1/recipient-groups': groups,
      '/api/v1/quiet-hours': { quiet_hours: null, quiet_until: null },
    }
    return Response.json({ success: true, data: data[pathname] ?? [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, { ...account, role })
  client.setQueryData(pushQuery(account.id).queryKey, 'off')
  const screen = await showRouted(
    client,
    <>
      <NoticeReach />
      <AlertReminders />
    </>,
  )
  return { screen, sent }
}

const section = '確認されないアラート'
const isTold = '確認されないアラート: 30分たっても確認されなければ「課長」にも知らせる、4時間ごとに再通知'

test('a general user reads when people are told again, and what reaches them by it, and cannot change that', async () => {
  const { screen } = await show(both, 0)
  await expect.element(screen.getByText(isTold)).toBeVisible()
  await expect.element(screen.getByText(/変更できるのは管理者です/)).toBeVisible()
  await expect
    .element(
      screen.getByText(
        /30分確認されないアラートは、「課長」のメンバーとしてメールで届きます。確認されないあいだは、4時間ごとにもう一度届きます。$/,
      ),
    )
    .toBeVisible()
  expect(screen.getByRole('button', { name: '再通知を変更' }).elements()).toEqual([])
})

test('an administrator switches both on, after what is missing has been said, and off again', async () => {
  const { screen, sent } = await show(never, 1)
  await expect.element(screen.getByText('確認されないアラート: 再通知なし')).toBeVisible()
  await screen.getByRole('button', { name: '再通知を変更' }).click()
  const dialog = screen.getByRole('dialog', { name: section })
  await dialogHasFocus(/確認されないアラート/)
  const save = dialog.getByRole('button', { name: '保存' })
  const escalates = dialog.getByRole('switch', { name: /^ほかの人にも知らせる/ })
  const repeats = dialog.getByRole('switch', { name: /^もう一度知らせる/ })
  await escalates.click()
  await repeats.click()
  const type = async (label: string, text: string) => {
    const field = dialog.getByLabelText(label)
    await field.click()
    await userEvent.keyboard(`{Control>}a{/Control}${text}`)
    await expect.element(field).toHaveValue(text)
  }
  await type('知らせるまでの時間（分）', '4')
  await type('くり返す間隔（時間）', '73')
  await save.click()
  await expect.element(dialog.getByText('5から1440までの整数を入力してください')).toBeVisible()
  await expect.element(dialog.getByText('通知先グループを選択してください')).toBeVisible()
  await expect.element(dialog.getByText('1から72までの整数を入力してください')).toBeVisible()
  await type('知らせるまでの時間（分）', '30')
  await type('くり返す間隔（時間）', '4')
  await dialog.getByRole('combobox', { name: '通知先グループ' }).click()
  await screen.getByRole('option', { name: '課長' }).click()
  await save.click()
  await expect.element(screen.getByText('再通知の設定を保存しました')).toBeVisible()
  await expect.element(screen.getByText(isTold)).toBeVisible()
  expect(sent).toEqual([{ escalation: { minutes: 30, recipient_group_id: 5 }, repeat_hours: 4 }])
  await screen.getByRole('button', { name: '再通知を変更' }).click()
  await dialogHasFocus(/確認されないアラート/)
  await expect.element(dialog.getByLabelText('知らせるまでの時間（分）')).toHaveValue('30')
  await escalates.click()
  await repeats.click()
  await save.click()
  await expect.element(screen.getByText('確認されないアラート: 再通知なし')).toBeVisible()
  expect(sent.at(-1)).toEqual({ escalation: null, repeat_hours: null })
})

test('without groups the dialog says where they are added', async () => {
  const { screen } = await show(never, 1, [])
  await screen.getByRole('button', { name: '再通知を変更' }).click()
  const dialog = screen.getByRole('dialog', { name: section })
  await dialogHasFocus(/確認されないアラート/)
  await dialog.getByRole('switch', { name: /^ほかの人にも知らせる/ }).click()
  await expect.element(dialog.getByText('アラートルールの「通知先グループ」で追加できます。')).toBeVisible()
})

test('that the group has become empty, so that everybody is told, is said', async () => {
  const recipient_group = { id: 5, name: '課長', member_count: 0 }
  const { screen } = await show({ escalation: { minutes: 30, recipient_group }, repeat_hours: null }, 0)
  await expect
    .element(screen.getByText('「課長」にメンバーがいないため、代わりに全員に知らせます。'))
    .toBeVisible()
})
