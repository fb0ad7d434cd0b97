// Covers docs/requirements.md: 635, 809, 902, 988, 989

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { startsWithToday } from '../../lib/firstScreen.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { pushQuery } from '../../lib/queries/push.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MyPage } from './MyPage.tsx'

const night = { from: '22:00', to: '07:00', weekdays: [0, 1, 2, 3, 4, 5, 6] }
let quietHours: typeof night | null
beforeEach(() => {
  quietHours = null
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

/** What the server answers to a path that a test does not care about. */
function answerTo(pathname: string) {
  if (pathname === '/api/v1/quiet-hours') return { quiet_hours: quietHours, quiet_until: null }
  return pathname === '/api/v1/alert-reminders' ? { escalation: null, repeat_hours: null } : []
}

test('a general user withdraws the own pending change of address after a question', async () => {
  const sent: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (request.method !== 'GET') {
      sent.push(`${request.method} ${pathname}${search}`)
      return Response.json({ success: true, data: { id: 1 } })
    }
    return Response.json({
      success: true,
      data: pathname === '/api/v1/user/me' ? anAccount() : answerTo(pathname),
    })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ pending_email: 'new@example.com' }))
  const screen = await showRouted(client, <MyPage notifications={null} thisDevice={null} />)
  await expect.element(screen.getByText('確認待ち: new@example.com')).toBeVisible()
  const change = screen.getByRole('button', { name: 'メールアドレスを変更' })
  await change.click()
  await expect.element(screen.getByText(/確認待ちの変更（new@example\.com）は.*取り消されます/)).toBeVisible()
  await screen.getByRole('button', { name: 'キャンセル' }).click()
  await screen.getByRole('button', { name: 'アドレスの変更を取り消す' }).click()
  await expect
    .element(screen.getByText(/^メールアドレスの変更（new@example\.com）を取り消します。/))
    .toBeVisible()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: '変更を取り消す', exact: true }).click()
  await expect.element(screen.getByText(/確認待ち/)).not.toBeInTheDocument()
  await expect.element(change).toHaveFocus()
  expect(sent).toEqual(['DELETE /api/v1/user/1/email-change?organization_id=1'])
})

test('a general user switches the notices of closings off', async () => {
  let account = anAccount()
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') {
      sent.push(pathname, await request.json())
      account = anAccount({ is_closing_notice: false })
      const { organization, ...member } = account
      const data = { ...member, white_ips: null, organization_id: 1, created_at: '2026-11-01T09:00:00+09:00' }
      return Response.json({ success: true, data })
    }
    return Response.json({
      success: true,
      data: pathname === '/api/v1/user/me' ? account : answerTo(pathname),
    })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, account)
  const screen = await showRouted(client, <MyPage notifications={null} thisDevice={null} />)
  const notices = screen.getByRole('switch', {
    name: /^締めのお知らせを受け取る.*担当する点検グループの未検針と要確認/,
  })
  await expect.element(notices).toBeChecked()
  await notices.click()
  await expect.element(screen.getByText('ユーザー情報を更新しました')).toBeVisible()
  await expect.element(notices).not.toBeChecked()
  await expect.element(screen.getByRole('switch', { name: 'アラートメールを受け取る' })).not.toBeChecked()
  expect(sent).toEqual(['/api/v1/user/1/organization/1', { is_closing_notice: false }])
})

test('今日 is chosen as the first screen of this device and taken back', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    Response.json({ success: true, data: answerTo(new URL(new Request(input, init).url).pathname) }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(client, <MyPage notifications={null} thisDevice={null} />)
  const choice = screen.getByRole('switch', { name: /^「今日」の画面を最初に開く/ })
  await choice.click()
  await expect.element(choice).toBeChecked()
  expect(startsWithToday(client)).toBe(true)
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  expect(startsWithToday(client)).toBe(false)
})

/** ユーザー設定 of an account; what it sends. */
async function showPage(given: Parameters<typeof anAccount>[0]) {
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') {
      const body = await request.json()
      sent.push(pathname, body)
      quietHours = body.quiet_hours
      return Response.json({ success: true, data: body })
    }
    return Response.json({ success: true, data: answerTo(pathname) })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const account = anAccount(given)
  client.setQueryData(accountQuery.queryKey, account)
  client.setQueryData(pushQuery(account.id).queryKey, 'on')
  const screen = await showRouted(client, <MyPage notifications={null} thisDevice={null} />)
  return { screen, sent }
}

test('a general user reads how alerts arrive and when they are held, and cannot change that', async () => {
  quietHours = night
  const { screen } = await showPage({ is_alert_mail: true })
  await expect
    .element(screen.getByText(/^アラートはメール.*で、7:00から22:00のあいだ届きます。/))
    .toBeVisible()
  await expect.element(screen.getByText('通知の休止時間: 毎日 22:00から翌7:00まで')).toBeVisible()
  await expect.element(screen.getByText(/変更できるのは管理者です。休止中も/)).toBeVisible()
  expect(screen.getByRole('button', { name: '休止時間を変更' }).elements()).toEqual([])
})

test('an administrator sets quiet hours, which the sentence follows, and ends them', async () => {
  const { screen, sent } = await showPage({ is_alert_mail: true, role: 1 })
  await expect.element(screen.getByText('通知の休止時間: なし')).toBeVisible()
  await expect.element(screen.getByText(/^アラートはメール.*で、発生するとすぐに届きます。$/)).toBeVisible()
  await screen.getByRole('button', { name: '休止時間を変更' }).click()
  const dialog = screen.getByRole('dialog', { name: '通知の休止時間' })
  await dialogHasFocus(/通知の休止時間/)
  await dialog.getByRole('switch', { name: '休止時間を設ける' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('毎日 22:00から翌7:00まで')
  const end = () => dialog.getByLabelText('終了').element() as HTMLElement
  end().focus()
  await userEvent.keyboard('{Delete}')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(dialog.getByText('時刻を入力してください')).toBeVisible()
  end().focus()
  await userEvent.keyboard('0630')
  await dialog.getByText('土', { exact: true }).click()
  await dialog.getByText('日', { exact: true }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(screen.getByText('通知の休止時間: 平日 22:00から翌6:30まで')).toBeVisible()
  expect(sent).toEqual([
    '/api/v1/quiet-hours',
    { quiet_hours: { from: '22:00', to: '06:30', weekdays: [1, 2, 3, 4, 5] } },
  ])
  await expect
    .element(screen.getByText(/平日の22:00から翌6:30の分は、6:30にまとめて届きます。$/))
    .toBeVisible()
  await screen.getByRole('button', { name: '休止時間を変更' }).click()
  await dialogHasFocus(/通知の休止時間/)
  await dialog.getByRole('switch', { name: '休止時間を設ける' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect.element(screen.getByText('通知の休止時間: なし')).toBeVisible()
  expect(sent.at(-1)).toEqual({ quiet_hours: null })
})
